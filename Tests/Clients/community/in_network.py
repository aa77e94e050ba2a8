"""in_network.py SOCKET HOSTS PROGRAM…: runs a program in the network of its own in which this was started.

Brings up the loopback device, puts HOSTS in place of /etc/hosts, listens on port 443, and sends that socket to the process
outside, which answers there."""
import fcntl
import os
import socket
import struct
import subprocess
import sys

handle, hosts, *command = sys.argv[1:]
SIOCSIFFLAGS, IFF_UP_AND_RUNNING = 0x8914, 0x41
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH14s", b"lo", IFF_UP_AND_RUNNING, b""))
subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)
with socket.socket(fileno=int(handle)) as outside, socket.create_server(("127.0.0.1", 443), backlog=64) as listener:
    socket.send_fds(outside, [b"!"], [listener.fileno()])
    outside.recv(1)
os.execvp(command[0], command)

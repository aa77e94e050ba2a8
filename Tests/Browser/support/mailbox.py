"""A small mail server (RFC 5321), which keeps what it takes."""
import base64
import email
import email.policy
import socketserver
import threading
import time


class Handler(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self):
        box, sender, recipients = self.server.box, None, []
        self.say("220 mail.test")
        while line := self.rfile.readline():
            command = line.decode("ascii").rstrip("\r\n")
            box.commands.append(command)
            word = command.upper().split(" ")[0]
            if word in ("EHLO", "HELO"):
                self.say("250-mail.test")
                self.say("250 AUTH PLAIN")
            elif word == "AUTH":
                given = command.split(" ")[2] if command.count(" ") == 2 else None
                if given is None:
                    self.say("334 ")
                    given = self.rfile.readline().decode().strip()
                box.sign_ins.append(base64.b64decode(given).decode().split("\0")[1:])
                self.say("235 welcome")
            elif word == "MAIL":
                sender, recipients = command.split("<")[1].split(">")[0], []
                self.say(box.refusal() or "250 fine")
            elif word == "RCPT":
                recipients.append(command.split("<")[1].split(">")[0])
                self.say("250 fine")
            elif word == "DATA":
                self.say("354 go on")
                lines = []
                while (line := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(line.removeprefix(b"."))
                box.mails.append((sender, recipients, email.message_from_bytes(
                    b"".join(lines), policy=email.policy.default)))
                self.say("250 taken")
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 fine")


class Mailbox:
    def __init__(self):
        self.mails, self.commands, self.sign_ins, self.refusals = [], [], [], []
        socketserver.ThreadingTCPServer.allow_reuse_address = True
        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.box = self
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def refusal(self):
        """Returns the next planned refusal; `None` to take the mail."""
        return self.refusals.pop(0) if self.refusals else None

    def wait_for(self, count, seconds=60):
        end = time.monotonic() + seconds
        while len(self.mails) < count:
            assert time.monotonic() < end, (len(self.mails), self.commands)
            time.sleep(0.02)
        return self.mails[count - 1]

    def close(self):
        self.server.shutdown()
        self.server.server_close()

"""A network in which a test's server is Twitter: for programs that know no other address than https://api.twitter.com.

The program runs in a network and a table of host names of its own (unshare), in which nothing else can be reached. Its
connections to port 443 come out of there as a socket, TLS ends here, and the bytes go to the server as they are."""
import contextlib
import datetime
import os
import pathlib
import socket
import ssl
import subprocess
import sys
import threading

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

NAMES = ["api.twitter.com", "upload.twitter.com"]
CHILD = pathlib.Path(__file__).with_name("in_network.py")
SEPARATE = ["unshare", "--net", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]


class AsTwitter:
    """Runs programs for which a server is Twitter. Ends with `close`."""

    def __init__(self, server, folder):
        self.server = server
        self.folder = pathlib.Path(folder)
        self.authority = self.folder / "authority.pem"
        self._certify()
        (self.folder / "hosts").write_text(f"127.0.0.1 localhost {' '.join(NAMES)}\n")

    def _certify(self):
        """Writes the certificate of an authority, and one of Twitter's hosts by it."""
        now = datetime.datetime.now(datetime.timezone.utc)

        def named(name):
            return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])

        def certificate(name, key):
            return (
                x509.CertificateBuilder().subject_name(named(name)).issuer_name(named("Tests")).public_key(key.public_key())
                .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
                .not_valid_after(now + datetime.timedelta(days=1)))

        authority, host = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
        root = certificate("Tests", authority).add_extension(x509.BasicConstraints(True, None), critical=True)
        leaf = certificate(NAMES[0], host).add_extension(
            x509.SubjectAlternativeName([x509.DNSName(name) for name in NAMES]), critical=False)
        self.authority.write_bytes(root.sign(authority, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
        file = self.folder / "host.pem"
        file.write_bytes(
            leaf.sign(authority, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
            + host.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(file)

    @property
    def environment(self):
        trusted = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "PERL_LWP_SSL_CA_FILE"]
        return os.environ | {name: str(self.authority) for name in trusted} | {"HOME": str(self.folder)}

    @contextlib.contextmanager
    def running(self, command, **options):
        """Starts a program, and ends it with the block."""
        ours, theirs = socket.socketpair()
        process = subprocess.Popen(
            [*SEPARATE, sys.executable, str(CHILD), str(theirs.fileno()), str(self.folder / "hosts"), *map(str, command)],
            pass_fds=[theirs.fileno()], text=True, **{"env": self.environment} | options)
        theirs.close()
        with ours:
            _, handles, _, _ = socket.recv_fds(ours, 1, 1)
            assert handles, f"there is no network: {process.wait()}"
            listener = socket.socket(fileno=handles[0])
            threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
            ours.sendall(b"!")
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()

    def output(self, command, given="", seconds=120):
        """Returns what a program prints; fails if it fails."""
        pipes = dict.fromkeys(["stdin", "stdout", "stderr"], subprocess.PIPE)
        with self.running(command, **pipes) as process:
            printed, said = process.communicate(given, timeout=seconds)
        assert process.returncode == 0, f"{command}: {printed}\n{said}"
        return printed

    def _accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with contextlib.suppress(OSError), self.tls.wrap_socket(connection, server_side=True) as client, \
                socket.create_connection(("127.0.0.1", self.server.port)) as server:
            threading.Thread(target=_pass, args=(server, client), daemon=True).start()
            _pass(client, server)


def _pass(source, target):
    with contextlib.suppress(OSError, ValueError):
        while data := source.recv(65_536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def as_twitter(server, folder):
    """Skips the test where networks of one's own are forbidden."""
    probe = subprocess.run([*SEPARATE, "mount", "--bind", "/etc/hosts", "/etc/hosts"], capture_output=True, text=True)
    if probe.returncode:
        pytest.skip(f"a network of one's own is forbidden here: {probe.stderr.strip()}")
    return AsTwitter(server, folder)

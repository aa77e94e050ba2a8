"""A slow network between a browser and a server: a relay that delays the data.

DevTools' own throttling leaves out service workers and the set-up of connections; a relay does not.
"""
import asyncio
import dataclasses
import threading

BLOCK = 4096


@dataclasses.dataclass
class Lane:
    """One direction, shared by all connections."""

    bits_a_second: float
    delay: float
    free_at: float = 0

    def arrival(self, size):
        """Returns the time at which that many bytes arrive if they are sent now."""
        now = asyncio.get_running_loop().time()
        self.free_at = max(now, self.free_at) + size * 8 / self.bits_a_second
        return self.free_at + self.delay


class Link:
    """A relay that listens on its own port, in its own thread."""

    def __init__(self, target, down, up, round_trip):
        self.target = target
        self.round_trip = round_trip
        self.down = Lane(down, round_trip / 2)
        self.up = Lane(up, round_trip / 2)
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        listening = asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.server = asyncio.run_coroutine_threadsafe(listening, self.loop).result()
        self.port = self.server.sockets[0].getsockname()[1]

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    async def _connected(self, reader, writer):
        # The operating system has accepted the connection already, so its time is spent before the first
        # byte.
        await asyncio.sleep(self.round_trip)
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        await asyncio.gather(pass_on(reader, far_writer, self.up), pass_on(far_reader, writer, self.down))


async def pass_on(reader, writer, lane):
    """Relays data. Reads on while earlier blocks are delayed, so that the delay doesn't reduce the bandwidth."""
    loop = asyncio.get_running_loop()
    on_the_way = asyncio.Queue(256)
    delivering = asyncio.create_task(deliver(on_the_way, writer))
    try:
        while block := await reader.read(BLOCK):
            await on_the_way.put((lane.arrival(len(block)), block))
    except OSError:
        pass
    await on_the_way.put((loop.time() + lane.delay, None))
    await delivering


async def deliver(on_the_way, writer):
    loop = asyncio.get_running_loop()
    try:
        while True:
            time, block = await on_the_way.get()
            await asyncio.sleep(time - loop.time())
            if block is None:
                break
            writer.write(block)
    except OSError:
        pass
    writer.close()

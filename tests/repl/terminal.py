"""A program in a real terminal: types keys, waits for what it shows."""

import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

# What moves the cursor or sets colours, and bells; nothing that is text.
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]|[\x07\r]")

# For a loaded machine; nothing here takes a second on a free one.
PATIENCE = float(os.environ.get("REPL_TEST_PATIENCE", "60"))


class Gone(Exception):
    """The program ended, or did not show what was waited for."""


class Terminal:
    def __init__(self, argv, folder, environment, columns=160):
        self.raw = ""
        self.seen = 0
        self.status = None
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execve(argv[0], argv, environment)
        size = struct.pack("HHHH", 50, columns, 0, 0)
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, size)

    def shown(self):
        """All that was shown so far, as text."""
        if "\b" not in self.raw:
            return ESCAPES.sub("", self.raw)
        # A character that is overwritten: libedit moves back and writes again.
        kept = []
        for c in ESCAPES.sub("", self.raw):
            if c != "\b":
                kept.append(c)
            elif kept and kept[-1] != "\n":
                kept.pop()
        return "".join(kept)

    def listen(self, seconds):
        """Takes in what comes within the time; False at the end."""
        ready, _, _ = select.select([self.end], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self.end, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            data = b""
        self.raw += data.decode("utf-8", "replace")
        return bool(data)

    def expect(self, pattern, seconds=PATIENCE):
        """Waits until the pattern is shown behind the last one; its match."""
        deadline = time.monotonic() + seconds
        while True:
            text = self.shown()
            found = re.compile(pattern, re.S | re.M).search(text, self.seen)
            if found:
                self.seen = found.end()
                return found
            left = deadline - time.monotonic()
            if left <= 0:
                raise Gone("waited for %r; there is %r" % (pattern, text[self.seen:]))
            if not self.listen(min(left, 0.5)):
                raise Gone("ended before %r; there is %r" % (pattern, text[self.seen:]))

    def type(self, keys):
        os.write(self.end, keys.encode())

    def finish(self, seconds=PATIENCE):
        """Waits for its end; the exit status, negative: the signal."""
        deadline = time.monotonic() + seconds
        open_end = True
        while time.monotonic() < deadline:
            if open_end:
                open_end = self.listen(0.1)
            else:
                time.sleep(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
                os.close(self.end)
                return self.status
        raise Gone("does not end")

    def close(self):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            os.close(self.end)

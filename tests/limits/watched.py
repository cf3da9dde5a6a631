"""A program that is watched from outside: its process tree, the memory of the tree, what it leaves behind,
and how busy the machine is."""
import os
import time

PAGE = os.sysconf("SC_PAGESIZE")


def stat_fields(number):
    """State and parent of a process; None: there is none."""
    try:
        with open(f"/proc/{number}/stat") as f:
            return f.read().rpartition(")")[2].split()[:2]
    except OSError:
        return None


def descendants(process):
    """Numbers of all processes below this one, and its own."""
    parents = {}
    for entry in os.listdir("/proc"):
        fields = stat_fields(entry) if entry.isdigit() else None
        if fields:
            parents[int(entry)] = int(fields[1])
    found, grown = {process}, True
    while grown:
        more = {n for n, p in parents.items() if p in found} - found
        found |= more
        grown = bool(more)
    return found


def own_bytes(processes):
    """Bytes that are resident and not mapped from files, of all of them."""
    total = 0
    for n in processes:
        try:
            with open(f"/proc/{n}/statm") as f:
                words = f.read().split()
            total += (int(words[1]) - int(words[2])) * PAGE
        except (OSError, IndexError):
            pass
    return total


def is_running(number):
    fields = stat_fields(number)
    return fields is not None and fields[0] != "Z"


def mentions(number, text):
    """Has this process the text in its command line, or in its environment?"""
    for part in "cmdline", "environ":
        try:
            with open(f"/proc/{number}/{part}", "rb") as f:
                if text.encode() in f.read():
                    return True
        except OSError:
            pass
    return False


def of_folder(text):
    """Running processes that know the folder: also those whose parents are gone."""
    return [int(e) for e in os.listdir("/proc") if e.isdigit() and int(e) != os.getpid() and is_running(int(e)) and
            mentions(e, text)]


def stretch(seconds=0.1):
    """How many seconds pass while one second of work is done: 1 on an idle machine."""
    begin, worked = time.monotonic(), time.thread_time()
    while time.thread_time() - worked < seconds:
        sum(range(1000))
    return (time.monotonic() - begin) / seconds

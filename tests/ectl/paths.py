def replay(*args): return ""

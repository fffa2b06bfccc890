/** Limits the memory for young objects, of which Node keeps up to 64 MB when idle (docs/benchmarks/small-server.md). */
export const NODE_FLAGS = ['--max-semi-space-size=8']

type Closers = (() => Promise<void>)[]

/**
 * Services that are stopped and started again by `restart`, one after the other: changes that come meanwhile lead to
 * one more start. A start that fails shows its error, and the next change tries again. rule: graceful-shutdown
 */
export function restartedServices(start: (closers: Closers) => Promise<void>) {
  let closers: Closers = []
  let running = Promise.resolve()
  let next: Promise<void> | undefined
  const stop = async () => {
    for (const close of closers.toReversed()) await close()
    closers = []
  }
  const run = async () => {
    next = undefined
    await stop()
    try {
      await start(closers)
    } catch (error) {
      process.stderr.write(`${(error as Error).stack}\n`)
    }
  }
  return {
    /** Waits until no start is under way. */
    async ready(): Promise<void> {
      let seen
      while (seen !== running) {
        seen = running
        await seen
      }
    },
    restart(): Promise<void> {
      next ??= running = running.then(run)
      return next
    },
    stop: () => (running = running.then(stop)),
  }
}

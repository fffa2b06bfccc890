import type { Config } from './config.ts'
import { problemLine } from '#server/start/problem-line.ts'
import { startPostgres } from '#server/start/postgres-server.ts'
import { requireProduction } from './settings/reachable.ts'
import type { Closers, Signals } from '#server/start/start-services.ts'

/** How long requests and jobs may take to finish after a signal, and after what DRAIN_S adds. */
const SHUTDOWN_MS_MAX = 20_000

const printLine = (line: string) => process.stdout.write(`${line}\n`)

const loadServices = () => import('#server/start/start-services.ts')

/**
 * Starts what ROLES names and serves until SIGTERM or SIGINT, which may also come during the start. Without `webDir`,
 * the built web app, it serves only the API. `load` replaces what is loaded while the database starts. Throws when the
 * start fails.
 * rule: start, settings, process-roles, graceful-shutdown, database-lost
 */
export async function serve(
  config: Config,
  webDir?: string,
  load: () => Promise<
    Pick<Awaited<ReturnType<typeof loadServices>>, 'startServices'>
  > = loadServices,
): Promise<void> {
  requireProduction(config)
  const closers: Closers = []
  const stop = async () => {
    for (const close of closers.toReversed()) await close()
  }
  const signals = stopOnSignal(stop, config)
  try {
    const started = Promise.withResolvers<void>()
    const starting = startPostgres(config, {
      onProgress: printLine,
      onStarted: started.resolve,
      onLost: () => process.stderr.write('The database has ended. Lustra starts it again.\n'),
    })
    closers.push(() =>
      starting.then(
        (database) => database.stop(),
        () => {},
      ),
    )
    // The database starts while the features are loaded, and first: loading leaves this process no turn.
    await Promise.race([started.promise, starting])
    const [{ startServices }, { url }] = await Promise.all([load(), starting])
    await startServices(config, url, { closers, signals, webDir })
  } catch (error) {
    // A stop during the start makes its next step fail.
    if (signals.at !== undefined) return
    await stop()
    throw error
  }
}

function stopOnSignal(stop: () => Promise<void>, { drainS }: Pick<Config, 'drainS'>): Signals {
  const signals: Signals = { at: undefined, drainMs: 0 }
  const end = (drainMs: number) => {
    if (signals.at !== undefined) return
    signals.at = performance.now()
    signals.drainMs = drainMs
    printLine('Finishing what is in flight…')
    setTimeout(() => process.exit(1), SHUTDOWN_MS_MAX + drainMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${problemLine(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => end(drainS * 1000))
  process.on('SIGINT', () => end(0))
  // Whoever has started this process is gone, perhaps with the terminal. rule: graceful-shutdown
  process.on('disconnect', () => {
    for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
    end(0)
  })
  return signals
}

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#server/db/db.ts'
import { startCluster } from '../../tools/cluster/cluster.ts'
import type { Cluster } from '../../tools/cluster/cluster.ts'
import { fillWithPeople } from '../../bench/bookings-data.ts'
import { printTable } from '../../bench/harness.ts'
import { Callers } from './callers.ts'
import type { Outcome } from './callers.ts'
import { checkHistory } from './history.ts'
import { SCENARIOS } from './scenarios.ts'

/**
 * `npm run chaos -- SCENARIO [RUNS]`: starts a cluster, lets people book, write and pay through its proxy, breaks
 * something RUNS times, and compares what was acknowledged with what the database has. Its exit code is 1 if any of it
 * is lost. rule: chaos-scenarios, chaos-history
 */
const WARM_UP_MS = 4000
/** A fault is over when nothing has failed for so long. */
const QUIET_MS = 3000
const FAULT_MS_MAX = 90_000

type Run = { firstSuccessMs: number; silenceMs: number; outcomes: Outcome[]; isFailover: boolean }

const [name = '', runsText = '1'] = process.argv.slice(2)
const fault = SCENARIOS[name]
const runCount = Number(runsText)
if (!fault || !(runCount >= 1)) {
  const names = Object.keys(SCENARIOS).join(', ')
  console.error(`Name a scenario and how often, as in: npm run chaos -- leader-killed 3\n${names}`)
  process.exit(1)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopping.abort(new Error('Stopped.')))

const cluster = await startCluster({
  firstPort: Number(process.env['CLUSTER_PORT'] || 7400),
  onProgress: console.log,
  signal: stopping.signal,
}).catch((error: unknown) => {
  console.error(String(error))
  process.exit(1)
})
if ('missing' in cluster) {
  console.error(`${name} is skipped. Install first: apt-get install ${cluster.missing.join(' ')}`)
  process.exit(1)
}

let isWell = false
try {
  const aborted = once(stopping.signal, 'abort').then(() => Promise.reject(new Error('Stopped.')))
  isWell = await Promise.race([torment(cluster), aborted])
} catch (error) {
  console.error(error)
} finally {
  await cluster.stop(!isWell)
  if (!isWell) console.log(`The logs are in ${cluster.folder}.`)
}
process.exit(isWell ? 0 : 1)

async function torment(whole: Cluster): Promise<boolean> {
  const database = openDatabase(whole.directUrl)
  const people = await fillWithPeople(database.kysely, 200, 60, 0)
  await database.close()
  const callers = new Callers(whole.ports.http, people)
  await callers.meet()
  callers.start()
  await wait(WARM_UP_MS)
  const runs: Run[] = []
  for (let number = 1; number <= runCount; number++) {
    const run = await oneRun(whole, callers)
    runs.push(run)
    console.log(`${number}/${runCount}: ${lineOf(run)}`)
  }
  await callers.stop()
  const client = new pg.Client(whole.superuserUrl.replace(/postgres$/, 'lustra'))
  await client.connect()
  const verdict = await checkHistory(client, callers.history)
  await client.end()
  print(runs, verdict)
  return verdict.lost + verdict.twice + verdict.wrongCredits === 0
}

async function oneRun(whole: Cluster, callers: Callers): Promise<Run> {
  await whole.whole()
  const before = (await whole.leader()).name
  callers.outcomes = []
  const begun = performance.now()
  const mend = await fault!(whole)
  const broken = performance.now()
  await quiet(callers, broken)
  await mend()
  await whole.whole()
  await quiet(callers, performance.now())
  const { outcomes } = callers
  const first = outcomes.find(({ sentAt, status }) => status === 200 && sentAt >= broken)
  const ends = outcomes.filter(({ status }) => status === 200).map(({ endedAt }) => endedAt)
  const gaps = ends.map((end, index) => end - (ends[index - 1] ?? begun))
  return {
    firstSuccessMs: (first?.endedAt ?? Infinity) - broken,
    silenceMs: Math.max(...gaps),
    outcomes,
    isFailover: (await whole.leader()).name !== before,
  }
}

/** Waits until something was done after this moment, and nothing has failed for a while. */
async function quiet(callers: Callers, since: number): Promise<void> {
  const end = performance.now() + FAULT_MS_MAX
  while (performance.now() < end) {
    await wait(200)
    const later = callers.outcomes.filter(({ endedAt }) => endedAt > since)
    const lastFailure = later.findLast(({ status }) => status !== 200)?.endedAt ?? since
    const worked = later.some(({ sentAt, status }) => status === 200 && sentAt > since)
    if (worked && performance.now() - lastFailure > QUIET_MS) return
  }
  throw new Error(`Requests still fail after ${FAULT_MS_MAX / 1000} s.`)
}

function statusesOf(runs: Run[]): string {
  const counts = new Map<number, number>()
  for (const { status } of runs.flatMap(({ outcomes }) => outcomes))
    counts.set(status, (counts.get(status) ?? 0) + 1)
  counts.delete(200)
  const texts = [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${times} × ${status || 'no answer'}`)
  return texts.join(', ') || 'none'
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function lineOf(run: Run): string {
  const after = `first success after ${seconds(run.firstSuccessMs)} s`
  const silence = `longest pause ${seconds(run.silenceMs)} s`
  return `${after}, ${silence}, failed: ${statusesOf([run])}${run.isFailover ? ', another leader' : ''}`
}

function print(runs: Run[], verdict: Awaited<ReturnType<typeof checkHistory>>): void {
  const times = runs.map(({ firstSuccessMs }) => firstSuccessMs).toSorted((a, b) => a - b)
  const middle = times[Math.floor(times.length / 2)]!
  printTable(
    'scenario | runs | failovers | first success s, median | worst | longest pause s | requests | failed | acknowledged | lost | twice | credits wrong',
    [
      [
        name,
        runs.length,
        runs.filter(({ isFailover }) => isFailover).length,
        seconds(middle),
        seconds(times.at(-1)!),
        seconds(Math.max(...runs.map(({ silenceMs }) => silenceMs))),
        runs.reduce((sum, { outcomes }) => sum + outcomes.length, 0),
        statusesOf(runs),
        verdict.acknowledged,
        verdict.lost,
        verdict.twice,
        verdict.wrongCredits,
      ],
    ],
  )
}

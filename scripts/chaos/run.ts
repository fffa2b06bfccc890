import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#server/db/db.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'
import { startCluster } from '../../tools/cluster/cluster.ts'
import type { Cluster } from '../../tools/cluster/cluster.ts'
import { fillWithPeople } from '../../bench/data/bookings-data.ts'
import { printTable } from '../../bench/harness.ts'
import { Callers } from './callers.ts'
import type { Load } from './callers.ts'
import { Chance } from './chance.ts'
import { checkHistory } from './history.ts'
import type { Verdict } from './history.ts'
import { OpenLoop } from './open-loop.ts'
import type { Outcome } from './requests.ts'
import { SCENARIOS } from './scenarios.ts'

/**
 * `npm run chaos -- SCENARIO [RUNS]`: starts a cluster, lets people book, write and pay through its proxy, breaks
 * something RUNS times, and compares what was acknowledged with what the database has. Its exit code is 1 if any of it
 * is lost. rule: database-lost
 */
const WARM_UP_MS = 4000
/** A fault is over when nothing has failed for so long. */
const QUIET_MS = 3000
const FAULT_MS_MAX = 90_000

type Run = {
  faults: string[]
  firstSuccessMs: number
  silenceMs: number
  outcomes: Outcome[]
  isFailover: boolean
}

const RANDOM = 'random'
const [name = '', countText] = process.argv.slice(2)
const isRandom = name === RANDOM
/** Runs, of `random` minutes. */
const count = Number(countText ?? (isRandom ? 10 : 1))
if (!(isRandom || SCENARIOS[name]) || !(count >= 1)) {
  const names = [...Object.keys(SCENARIOS), RANDOM].join(', ')
  console.error(`Name a scenario and how often, as in: npm run chaos -- leader-killed 3\n${names}`)
  process.exit(1)
}
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000)
const chance = new Chance(seed)
for (const skipped of chance.skipped)
  if (isRandom || skipped.name === name)
    console.error(`${skipped.name} is skipped. It needs ${skipped.lacks}.`)
if (!isRandom && !chance.names.includes(name)) process.exit(1)
if (isRandom) console.log(`CHAOS_SEED=${seed}`)
/** The scenarios that can happen in this run. */
const scenarios = (isRandom ? chance.names : [name]).map((each) => SCENARIOS[each]!)

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopping.abort(new Error('Stopped.')))

const cluster = await startCluster({
  firstPort: Number(process.env['CLUSTER_PORT'] || 7400),
  isSmall: scenarios.every(({ isSmall }) => isSmall),
  smallDisks: scenarios.some(({ smallDisks }) => smallDisks),
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
  const ids = people.professionals.map(({ id }) => id)
  await refreshSearchEntries(database.kysely, ids)
  await database.close()
  for (const { prepare } of scenarios) await prepare?.(whole)
  const ports = [whole.ports.http, whole.ports.nginx]
  const { perSecond } = isRandom ? {} : SCENARIOS[name]!
  const load = perSecond ? new OpenLoop(ports, people, perSecond) : new Callers(ports, people)
  await load.start()
  await wait(WARM_UP_MS)
  // Processes that have just started are slow, and not what is looked at.
  await quiet(load, performance.now())
  const runs: Run[] = []
  let problem: unknown
  try {
    const end = performance.now() + count * 60_000
    while (isRandom ? performance.now() < end : runs.length < count) {
      const run = await oneRun(whole, load, isRandom ? chance.next() : [name])
      runs.push(run)
      console.log(`${runs.length}${isRandom ? '' : `/${count}`}: ${lineOf(run)}`)
    }
  } catch (error) {
    // The writes that were acknowledged before the failure are checked too.
    problem = error
    console.error(error)
  }
  await load.stop()
  const client = new pg.Client(whole.superuserUrl.replace(/postgres$/, 'lustra'))
  await client.connect()
  const verdict = await checkHistory(client, load.history)
  await client.end()
  if (runs.length > 0) print(runs, verdict)
  keep(runs, load, verdict)
  const isHistoryRight = verdict.lost + verdict.twice + verdict.wrongCredits === 0
  return problem === undefined && isHistoryRight && runs.every(isWithinBounds)
}

/** Writes the runs, the history and every request to a file, so that a long run can be examined afterwards. */
function keep(runs: Run[], { history, requests: { outcomes } }: Load, verdict: Verdict): void {
  const begun = new Date(Date.now() - performance.now()).toISOString().replaceAll(':', '-')
  const file = `.cache/chaos/${name}-${begun.slice(0, 19)}.json`
  mkdirSync('.cache/chaos', { recursive: true })
  writeFileSync(file, JSON.stringify({ name, verdict, runs, history, last: outcomes }))
  console.log(`Every request and the history: ${file}`)
}

/** More failed on one connection than the scenario allows. */
function isWithinBounds({ faults, outcomes }: Run): boolean {
  const max = Math.max(...faults.map((each) => SCENARIOS[each]!.failedPerConnectionMax ?? Infinity))
  const isWithin = failedPerConnection(outcomes) <= max
  if (!isWithin) console.error(`More than ${max} failed on one connection.`)
  return isWithin
}

function failedPerConnection(outcomes: Outcome[]): number {
  const counts = new Map<number, number>()
  for (const { status, connection } of outcomes)
    if (status !== 200) counts.set(connection, (counts.get(connection) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

async function oneRun(whole: Cluster, load: Load, faults: string[]): Promise<Run> {
  await whole.whole()
  const before = (await whole.leader()).name
  load.requests.outcomes = []
  const begun = performance.now()
  const mends: (() => Promise<void>)[] = []
  for (const each of faults) mends.push(await SCENARIOS[each]!.fault(whole))
  const broken = performance.now()
  const mendAfterMs = Math.max(...faults.map((each) => SCENARIOS[each]!.mendAfterMs ?? 0))
  await (mendAfterMs > 0 ? wait(mendAfterMs) : quiet(load, broken))
  for (const mend of mends) await mend()
  await whole.whole()
  await quiet(load, performance.now())
  const { outcomes } = load.requests
  const first = outcomes.find(({ sentAt, status }) => status === 200 && sentAt >= broken)
  const ends = outcomes.filter(({ status }) => status === 200).map(({ endedAt }) => endedAt)
  const gaps = ends.map((end, index) => end - (ends[index - 1] ?? begun))
  return {
    faults,
    firstSuccessMs: (first?.endedAt ?? Infinity) - broken,
    silenceMs: Math.max(...gaps),
    outcomes,
    isFailover: (await whole.leader()).name !== before,
  }
}

/** Waits until something was done after this moment, and nothing has failed for a while. */
async function quiet(load: Load, since: number): Promise<void> {
  const end = performance.now() + FAULT_MS_MAX
  while (performance.now() < end) {
    await wait(200)
    const later = load.requests.outcomes.filter(({ endedAt }) => endedAt > since)
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
  const which = isRandom ? `${run.faults.join(' and ')}: ` : ''
  return `${which}${after}, ${silence}, failed: ${statusesOf([run])}${run.isFailover ? ', another leader' : ''}`
}

function print(runs: Run[], verdict: Verdict): void {
  const times = runs.map(({ firstSuccessMs }) => firstSuccessMs).toSorted((a, b) => a - b)
  const middle = times[Math.floor(times.length / 2)]!
  printTable(
    'scenario | runs | failovers | first success s, median | worst | longest pause s | requests | failed | on one connection | acknowledged | lost | twice | credits wrong',
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
        Math.max(...runs.map(({ outcomes }) => failedPerConnection(outcomes))),
        verdict.acknowledged,
        verdict.lost,
        verdict.twice,
        verdict.wrongCredits,
      ],
    ],
  )
}

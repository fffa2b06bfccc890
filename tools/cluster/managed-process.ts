import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createWriteStream, existsSync, readFileSync, statSync } from 'node:fs'
import type { DatabaseUser } from '../embedded-postgres/database-user.ts'
import { processTree, sendSignal } from '../embedded-postgres/process-life.ts'

export type ProcessOptions = {
  name: string
  program: string
  args: string[]
  cwd: string
  env?: Record<string, string>
  /** The user who runs the process; undefined for the user of this process. */
  user: DatabaseUser | undefined
  /** The file to which the output of the process goes. */
  logFile: string
  /** A file whose first line is the id of another process of it: PostgreSQL is no child of its Patroni. */
  pidFile?: string
}

/** A program of the cluster, which can be killed, frozen and started again. It has a process group of its own. */
export class ManagedProcess {
  readonly name: string
  readonly #options: ProcessOptions
  #child: ChildProcess | undefined
  /** The length of the log before this run. */
  #logBegin = 0
  /** Runs that a newer one replaces, and that end by themselves. */
  readonly #earlier: ChildProcess[] = []

  constructor(options: ProcessOptions) {
    this.name = options.name
    this.#options = options
  }

  get pid(): number | undefined {
    return this.isRunning ? this.#child?.pid : undefined
  }

  get isRunning(): boolean {
    return this.#child !== undefined && isAlive(this.#child)
  }

  /** Further arguments are for this run alone. */
  start({ args = [] }: { args?: string[] } = {}): void {
    const { program, args: usual, cwd, env, user, logFile } = this.#options
    this.#logBegin = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
    const log = createWriteStream(logFile, { flags: 'a' })
    const child = spawn(program, [...usual, ...args], {
      cwd,
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...user,
    })
    child.on('error', (error) => log.write(`${error.message}\n`))
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    if (this.#child && this.isRunning) this.#earlier.push(this.#child)
    this.#child = child
  }

  /** Whether this run has printed the text. */
  hasPrinted(text: string): boolean {
    const { logFile } = this.#options
    return existsSync(logFile) && readFileSync(logFile).subarray(this.#logBegin).includes(text)
  }

  /** Signals it and everything that it has started, or of these what has the word in its title. */
  signal(signal: NodeJS.Signals, word = ''): void {
    for (const pid of this.#pids()) if (titleOf(pid).includes(word)) sendSignal(pid, signal)
  }

  /** Ends it and everything that it has started at once. */
  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.ended()
  }

  /** Asks it to end, and kills what is left after `msMax`. */
  async stop(msMax: number): Promise<void> {
    if (!this.#child?.pid) return
    const started = this.#pids()
    if (this.isRunning) sendSignal(this.#child.pid, 'SIGTERM')
    const late = setTimeout(() => this.signal('SIGKILL'), msMax)
    await this.ended()
    clearTimeout(late)
    for (const pid of started) sendSignal(pid, 'SIGKILL')
  }

  async ended(): Promise<void> {
    if (!this.isRunning) return
    await new Promise((resolve) => this.#child!.once('exit', resolve))
  }

  #pids(): number[] {
    const earlier = this.#earlier.filter(isAlive).map(({ pid }) => pid)
    const roots = [this.pid, pidIn(this.#options.pidFile), ...earlier].filter(
      (pid) => pid !== undefined,
    )
    // PostgreSQL leaves the process group of Patroni, so the parents tell what belongs together. A parent is first,
    // or it would start a killed child again, as nginx does.
    return [...new Set(roots.flatMap(processTree))]
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function pidIn(file: string | undefined): number | undefined {
  try {
    const pid = Number(readFileSync(file!, 'utf8').split('\n')[0])
    // The number of a process that has ended may be another program's now.
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') ? pid : undefined
  } catch {
    return undefined
  }
}

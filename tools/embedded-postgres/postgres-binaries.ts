import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readFile, readdir, rename, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { canEnter, type DatabaseUser } from './database-user.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

const run = promisify(execFile)

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
}

/**
 * Finds the PostgreSQL programs of the installed npm package. If the database's user cannot run them there, they are
 * copied once, to the data folder or (for root only) to /var/lib/lustra. Throws EmbeddedPostgresError when they cannot
 * run on this machine.
 */
export async function postgresBinaries(
  dataDir: string,
  user: DatabaseUser | undefined,
  onProgress: (line: string) => void,
): Promise<Binaries> {
  const { native, version } = await installedPackage()
  await linkLibraries(native)
  let reason = await findRunProblem(native, user)
  if (!reason) return programsIn(native)
  for (const place of [dataDir, ...(user ? ['/var/lib/lustra'] : [])]) {
    const made = await mkdir(place, { recursive: true }).catch(() => undefined)
    // Whatever the umask is: the database's user has to enter it. The data folder exists already, and is closed.
    if (made !== undefined) await chmod(place, 0o755)
    if (!canEnter(user, place)) continue
    const copy = join(place, `postgres-${version}`)
    if (!existsSync(copy)) {
      onProgress(`copying PostgreSQL to ${copy}, where the user that runs it can reach it`)
      await copyPrograms(native, copy)
    }
    reason = await findRunProblem(copy, user)
    if (!reason) return programsIn(copy)
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot run here (${reason}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

async function installedPackage(): Promise<{ native: string; version: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const text = await readFile(join(folder, 'package.json'), 'utf8')
    const { version } = JSON.parse(text) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed. Run npm ci with optional packages, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/** Creates the symbolic links of the libraries. npm packages cannot contain links, and install scripts are off. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = join(native, link.target.replace(/^native\//, ''))
    // Fails when the link exists or the folder is read-only. The trial run shows whether the programs work.
    await symlink(basename(link.source), target).catch(() => undefined)
  }
}

async function findRunProblem(
  native: string,
  user: DatabaseUser | undefined,
): Promise<string | undefined> {
  const { initdb, postgres } = programsIn(native)
  try {
    const trials = [postgres, initdb].map((program) =>
      run(program, ['--version'], { ...user, cwd: '/' }),
    )
    await Promise.all(trials)
    return undefined
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1)
  }
}

async function copyPrograms(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${process.pid}`
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await chmod(unfinished, 0o755)
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
    const mode = entry.isDirectory() || basename(entry.parentPath) === 'bin' ? 0o755 : 0o644
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), mode)
  }
  await linkLibraries(unfinished)
  await rename(unfinished, copy)
}

function programsIn(native: string): Binaries {
  const program = (name: string) => join(native, 'bin', name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  lchown,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './postgres-binaries.ts'
import type { DatabaseUser } from './database-user.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

const run = promisify(execFile)
const PASSWORD_FILE = 'lustra.password'
const SUPERUSER = 'lustra'

/** The folder of the PostgreSQL cluster. */
export function clusterIn(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** The needs of a PostgreSQL on a data folder. `user`: who runs it, undefined for the user of this process. */
export type Setup = {
  dataDir: string
  binaries: Binaries
  user: DatabaseUser | undefined
  fsync: boolean
}

/** The address of the database on this port, with the password. */
export async function clusterUrl(cluster: string, port: number): Promise<string> {
  const password = (await readFile(join(cluster, PASSWORD_FILE), 'utf8')).trim()
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`
}

/**
 * The path of the cluster for PostgreSQL's option -D. Another user may be unable to reach it (a home with mode 0700).
 * Root enters the folder before it changes the user, so /proc/self/cwd works then.
 */
export function dataFolderFor(user: DatabaseUser | undefined, cluster: string): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

/**
 * Creates the cluster if it is missing: UTF-8, collation by code points, scram with a generated password (file mode
 * 0600). Throws EmbeddedPostgresError when that fails, or when another version of PostgreSQL created it.
 */
export async function ensureCluster(
  setup: Setup,
  onProgress: (line: string) => void,
): Promise<void> {
  const { binaries, user } = setup
  const cluster = clusterIn(setup.dataDir)
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    if (user) await changeOwnerFromRoot(cluster, user)
    return checkVersion(cluster, binaries)
  }
  onProgress('Creating the database')
  await makeCluster(setup)
}

/** Gives a cluster that root owns to the database's user. A copied or restored data folder may belong to root. */
async function changeOwnerFromRoot(cluster: string, user: DatabaseUser): Promise<void> {
  if ((await stat(cluster)).uid !== 0) return
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid)
  }
  await setOwner(cluster, 0o700, user)
}

async function checkVersion(cluster: string, binaries: Binaries): Promise<void> {
  const clusterVersion = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  const { stdout } = await run(binaries.postgres, ['--version'], { cwd: '/' })
  const binaryVersion = /(\d+)\./.exec(stdout)?.[1]
  if (clusterVersion !== binaryVersion) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} was made by PostgreSQL ${clusterVersion} and this is PostgreSQL ${binaryVersion}: move it with pg_upgrade, or choose another DATA_DIR.`,
    )
  }
}

/** Creates the cluster in a staging folder and renames it, so that a killed start leaves no half-made cluster. */
async function makeCluster(setup: Setup): Promise<void> {
  const { dataDir, user, fsync } = setup
  const staging = join(dataDir, 'postgres.new')
  const newCluster = join(staging, 'cluster')
  const password = join(staging, PASSWORD_FILE)
  await rm(staging, { recursive: true, force: true })
  await mkdir(newCluster, { recursive: true })
  await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, {
    mode: 0o600,
    flush: fsync,
  })
  await setOwner(staging, 0o700, user)
  await setOwner(newCluster, 0o700, user)
  await setOwner(password, 0o600, user)
  await initialise(setup, newCluster)
  await rename(password, join(newCluster, PASSWORD_FILE))
  // Without the flushes a power cut could leave a database whose password nobody knows.
  if (fsync) await flushFolder(newCluster)
  await rename(newCluster, clusterIn(dataDir))
  if (fsync) await flushFolder(dataDir)
  await rm(staging, { recursive: true })
}

/** A new name is durable only after its folder is flushed. Windows cannot open a folder, and needs no flush. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

async function initialise({ binaries, user, fsync }: Setup, cwd: string): Promise<void> {
  const options = [
    ['-D', dataFolderFor(user, cwd)],
    ['-U', SUPERUSER],
    ['--pwfile', `../${PASSWORD_FILE}`],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8', '--locale', 'C'],
    ['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    fsync ? [] : ['--no-sync'],
  ].flat()
  try {
    await run(binaries.initdb, options, { ...user, cwd, env: { ...process.env, LC_ALL: 'C' } })
  } catch (error) {
    const lines = (error as { stderr?: string }).stderr?.trim().split('\n') ?? []
    const cause = lines.find((line) => line.includes('error:')) ?? (error as Error).message
    throw new EmbeddedPostgresError(`The embedded database could not be made: ${cause}`)
  }
}

async function setOwner(path: string, mode: number, user: DatabaseUser | undefined): Promise<void> {
  await chmod(path, mode)
  if (user) await chown(path, user.uid, user.gid)
}

import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { databaseUser } from '../embedded-postgres/database-user.ts'
import {
  SMALL_DATABASE,
  haproxyFile,
  newPasswords,
  nginxFile,
  pgbouncerFile,
  portsFrom,
} from './cluster-files.ts'
import type { Passwords, Ports } from './cluster-files.ts'
import { claimFolder, removeFolder, removeLeftClusters } from './left-clusters.ts'
import { ManagedProcess } from './managed-process.ts'
import { mountSmallDisk } from './small-disk.ts'
import { findPrograms } from './programs.ts'
import type { Program } from './programs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY_MS_MAX = 120_000

export type Member = { name: string; role: string; state: string; lag?: number | string }

/** Three databases under Patroni, three members of etcd, two poolers, two web and one jobs process, and the proxies. */
export type Cluster = {
  ports: Ports
  folder: string
  etcds: ManagedProcess[]
  databases: ManagedProcess[]
  poolers: ManagedProcess[]
  webs: ManagedProcess[]
  jobs: ManagedProcess
  /** HAProxy: people, the leader, replicas, poolers. */
  proxy: ManagedProcess
  /** People alone. */
  nginx: ManagedProcess
  /** What two Lustra processes cannot share is the port; the rest of their settings. */
  lustraEnv: Record<string, string>
  /** As Patroni knows them; empty while none answers. */
  members(): Promise<Member[]>
  leader(): Promise<ManagedProcess>
  /** The one replica that confirms commits. */
  syncReplica(): Promise<ManagedProcess>
  /** The replica that does not confirm, as its superuser. */
  otherReplicaUrl(): Promise<string>
  /** Waits until one leads, the two others stream from it, and one of these confirms. */
  whole(msMax?: number, check?: () => void): Promise<void>
  /** Waits until this web or jobs process is ready. */
  isReady(lustra: ManagedProcess): Promise<void>
  /** Lustra's processes run the version in this folder from their next start on. */
  setVersion(folder: string): void
  /** A new proxy takes over the sockets of the old one. */
  reloadProxy(): void
  /** The current leader as its superuser, past the poolers. */
  superuserUrl: string
  /** The current leader as Lustra's user, past the poolers. */
  directUrl: string
  stop(keepsFolder?: boolean): Promise<void>
}

/** The packages to install, or the running cluster. rule: cluster-command */
export async function startCluster({
  firstPort,
  smallDisks = false,
  onProgress,
  signal,
}: {
  firstPort: number
  /** Each database on a disk of its own that can be filled. Only root can. */
  smallDisks?: boolean
  onProgress: (line: string) => void
  /** Gives up the start. */
  signal: AbortSignal
}): Promise<Cluster | { missing: string[] }> {
  const programs = findPrograms()
  if ('missing' in programs) return programs
  await removeLeftClusters(onProgress)
  const ports = portsFrom(firstPort)
  const passwords = newPasswords()
  const folder = mkdtempSync(join(tmpdir(), 'lustra-cluster-'))
  claimFolder(folder)
  const user = databaseUser(join(folder, 'none'))
  if (user) chownSync(folder, user.uid, user.gid)
  const parts = new Parts({
    folder,
    user,
    programs: programs.found,
    ports,
    passwords,
    smallDisks,
  })
  const cluster = clusterOf(parts)
  try {
    onProgress('Starting etcd …')
    for (const etcd of parts.etcds) etcd.start()
    onProgress('Starting the databases …')
    for (const database of parts.databases) database.start()
    parts.proxy.start()
    parts.nginx.start()
    await cluster.whole(READY_MS_MAX, () => parts.refuseIfEnded(signal))
    await createLustra(cluster.superuserUrl, passwords, () => parts.refuseIfEnded(signal))
    for (const pooler of parts.poolers) pooler.start()
    onProgress('Starting Lustra …')
    // The first one migrates.
    for (const lustra of [...parts.webs, parts.jobs]) {
      lustra.start()
      await isReady(lustra, () => parts.refuseIfEnded(signal, lustra))
    }
    return cluster
  } catch (error) {
    if (!signal.aborted) onProgress(`The cluster did not start. Its logs are in ${folder}.`)
    await cluster.stop(!signal.aborted)
    throw error
  }
}

type Surroundings = {
  folder: string
  user: ReturnType<typeof databaseUser>
  programs: Record<Program, string>
  ports: Ports
  passwords: Passwords
  smallDisks: boolean
}

class Parts {
  readonly etcds: ManagedProcess[]
  readonly databases: ManagedProcess[]
  readonly poolers: ManagedProcess[]
  readonly proxy: ManagedProcess
  readonly nginx: ManagedProcess
  readonly webs: ManagedProcess[]
  readonly jobs: ManagedProcess
  readonly lustraEnv: Record<string, string>
  readonly around: Surroundings

  constructor(around: Surroundings) {
    this.around = around
    this.etcds = [0, 1, 2].map((index) => this.#etcd(index))
    this.databases = [0, 1, 2].map((index) => this.#database(index))
    this.poolers = [0, 1].map((index) => this.#pooler(index))
    const proxyFolder = this.#folder('proxy')
    writeFileSync(join(proxyFolder, 'haproxy.cfg'), haproxyFile(around.ports))
    this.proxy = this.#process('proxy', around.programs.haproxy, ['-db', '-f', 'haproxy.cfg'])
    writeFileSync(join(this.#folder('nginx'), 'nginx.conf'), nginxFile(around.ports))
    const nginxArgs = ['-p', '.', '-c', 'nginx.conf', '-e', 'error.log']
    this.nginx = this.#process('nginx', around.programs.nginx, nginxArgs)
    setVersion(around.folder, ROOT)
    const data = join(around.folder, 'data')
    mkdirSync(data)
    this.lustraEnv = lustraEnv(around, data)
    this.webs = around.ports.webs.map((port, index) =>
      this.#lustra(`web${index + 1}`, port, 'web,pictures,migrate'),
    )
    this.jobs = this.#lustra('jobs', around.ports.jobs, 'jobs')
  }

  /** A program that ends while the cluster starts was refused its settings or its port. */
  refuseIfEnded(signal: AbortSignal, lustra?: ManagedProcess): void {
    signal.throwIfAborted()
    const needed = [
      ...this.etcds,
      ...this.databases,
      this.proxy,
      this.nginx,
      ...(lustra ? [lustra] : []),
    ]
    const ended = needed.find(({ isRunning }) => !isRunning)
    if (ended) throw new Error(`${ended.name} has ended.`)
  }

  #etcd(index: number): ManagedProcess {
    const { etcdClients, etcdPeers } = this.around.ports
    const address = (ports: number[], at: number) => `http://127.0.0.1:${ports[at]}`
    const name = `etcd${index + 1}`
    this.#folder(name)
    const all = etcdPeers.map((_port, at) => `etcd${at + 1}=${address(etcdPeers, at)}`)
    const args = {
      name,
      'data-dir': 'data',
      'listen-client-urls': address(etcdClients, index),
      'advertise-client-urls': address(etcdClients, index),
      'listen-peer-urls': address(etcdPeers, index),
      'initial-advertise-peer-urls': address(etcdPeers, index),
      'initial-cluster': all.join(','),
      'initial-cluster-state': 'new',
      // A busy machine with slow disks must not lose its leader for that.
      'heartbeat-interval': '250',
      'election-timeout': '2500',
      // Patroni reaches it by this interface; deploy/patroni/patroni.yml says why.
      'enable-v2': 'true',
      logger: 'zap',
    }
    const flags = Object.entries(args).map(([flag, value]) => `--${flag}=${value}`)
    return this.#process(name, this.around.programs.etcd, flags)
  }

  #database(index: number): ManagedProcess {
    const { ports, passwords, programs } = this.around
    const name = `db${index + 1}`
    const folder = this.#folder(name)
    const disk = this.#folder(join(name, 'disk'))
    if (this.around.smallDisks) mountSmallDisk(disk, this.around.user)
    const data = join(disk, 'data')
    const settings = this.#folder(join(name, 'patroni'))
    copyFileSync(join(ROOT, 'deploy/patroni/patroni.yml'), join(settings, '1-patroni.yml'))
    writeFileSync(join(settings, '2-small.yml'), SMALL_DATABASE)
    const rest = `127.0.0.1:${ports.patronis[index]}`
    const address = `127.0.0.1:${ports.databases[index]}`
    return this.#process(name, programs.patroni, ['patroni'], {
      pidFile: join(data, 'postmaster.pid'),
      env: {
        PATRONI_NAME: name,
        PATRONI_RESTAPI_LISTEN: rest,
        PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
        PATRONI_POSTGRESQL_LISTEN: address,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_BIN_DIR: dirname(programs.postgres),
        PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: passwords.replication,
        PATRONI_ETCD_HOSTS: ports.etcdClients.map((port) => `'127.0.0.1:${port}'`).join(','),
      },
    })
  }

  #pooler(index: number): ManagedProcess {
    const { ports, passwords, programs } = this.around
    const name = `pooler${index + 1}`
    const folder = this.#folder(name)
    writeFileSync(join(folder, 'pgbouncer.ini'), pgbouncerFile(ports, ports.poolers[index]!))
    writeFileSync(join(folder, 'userlist.txt'), `"lustra" "${passwords.lustra}"\n`, { mode: 0o644 })
    return this.#process(name, programs.pgbouncer, ['pgbouncer.ini'])
  }

  #lustra(name: string, port: number, roles: string): ManagedProcess {
    this.#folder(name)
    return new ManagedProcess({
      name,
      program: process.execPath,
      args: [join(versionLink(this.around.folder), 'server/src/main.ts')],
      cwd: ROOT,
      env: { ...this.lustraEnv, PORT: String(port), ROLES: roles },
      user: undefined,
      logFile: join(this.around.folder, name, 'log'),
    })
  }

  #process(
    name: string,
    program: string,
    args: string[],
    { env = {}, pidFile }: { env?: Record<string, string>; pidFile?: string } = {},
  ): ManagedProcess {
    const { folder, user } = this.around
    const cwd = join(folder, name)
    const logFile = join(cwd, 'log')
    const options = { name, program, args, cwd, env, user, logFile }
    return new ManagedProcess(pidFile ? { ...options, pidFile } : options)
  }

  #folder(name: string): string {
    const path = join(this.around.folder, name)
    mkdirSync(path, { mode: 0o700 })
    const { user } = this.around
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
}

/** What Lustra's processes run, as operators deploy it: a link to the folder of a version. */
const versionLink = (folder: string) => join(folder, 'current')

function setVersion(folder: string, version: string): void {
  const link = versionLink(folder)
  symlinkSync(version, `${link}.new`)
  renameSync(`${link}.new`, link)
}

/** On one machine they share DATA_DIR, and with it pictures, letters and keys. */
function lustraEnv({ ports, passwords }: Surroundings, dataDir: string): Record<string, string> {
  return {
    PUBLIC_ORIGIN: `http://localhost:${ports.http}`,
    DATA_DIR: dataDir,
    // Requests go through the poolers, and what needs its session goes past them. So statements have no names.
    DATABASE_URL: `postgres://lustra:${passwords.lustra}@127.0.0.1:${ports.pooled}/lustra`,
    DATABASE_DIRECT_URL: `postgres://lustra:${passwords.lustra}@127.0.0.1:${ports.leader}/lustra`,
    DATABASE_READ_URL: `postgres://lustra:${passwords.lustra}@127.0.0.1:${ports.replicas}/lustra`,
    DATABASE_PREPARE: 'off',
    DEMO: 'off',
    RATE_LIMIT_SCALE: '1000000',
    // They share two cores with databases, proxy and the callers.
    EVENT_LOOP_DELAY_MS_MAX: '0',
  }
}

function clusterOf(parts: Parts): Cluster {
  const { etcds, databases, poolers, webs, jobs, proxy, nginx, lustraEnv: env, around } = parts
  const { ports, passwords, folder } = around
  const named = async (what: string, fits: (member: Member) => boolean) => {
    const found = (await cluster.members()).find(fits)
    const database = databases.find(({ name }) => name === found?.name)
    if (!database) throw new Error(`The cluster has no ${what} now.`)
    return database
  }
  const cluster: Cluster = {
    ports,
    folder,
    etcds,
    databases,
    poolers,
    webs,
    jobs,
    proxy,
    nginx,
    lustraEnv: env,
    isReady: (lustra) => isReady(lustra, () => {}),
    setVersion: (version) => setVersion(folder, version),
    reloadProxy() {
      proxy.start({ args: ['-x', join(folder, 'proxy/haproxy.sock'), '-sf', String(proxy.pid)] })
    },
    directUrl: env['DATABASE_DIRECT_URL']!,
    superuserUrl: `postgres://postgres:${passwords.superuser}@127.0.0.1:${ports.leader}/postgres`,
    members: () => membersAt(ports.patronis),
    leader: () => named('leader', ({ role }) => role === 'leader'),
    syncReplica: () => named('confirming replica', ({ role }) => role === 'sync_standby'),
    async otherReplicaUrl() {
      const { name } = await named('other replica', ({ role }) => role === 'replica')
      const port = ports.databases[databases.findIndex((database) => database.name === name)]
      return `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres`
    },
    async whole(msMax = READY_MS_MAX, check = () => {}) {
      const end = Date.now() + msMax
      while (!isWhole(await cluster.members())) {
        check()
        if (Date.now() > end) throw new Error('The databases do not come together.')
        await wait(250)
      }
    },
    async stop(keepsFolder = false) {
      for (const database of databases) database.signal('SIGCONT')
      await Promise.all([...webs, jobs].map((lustra) => lustra.stop(8000)))
      await Promise.all([proxy, nginx, ...poolers, ...databases, ...etcds].map((one) => one.kill()))
      // A killed database takes a moment to leave its files.
      await wait(300)
      removeFolder(folder, keepsFolder)
    },
  }
  return cluster
}

function isWhole(members: Member[]): boolean {
  const count = (roles: string[], states: string[]) =>
    members.filter(({ role, state }) => roles.includes(role) && states.includes(state)).length
  const following = count(['replica', 'sync_standby'], ['running', 'streaming'])
  return (
    count(['leader'], ['running']) === 1 &&
    following === 2 &&
    count(['sync_standby'], ['running', 'streaming']) === 1
  )
}

async function membersAt(ports: number[]): Promise<Member[]> {
  const asked = ports.map(async (port) => {
    const answer = await fetch(`http://127.0.0.1:${port}/cluster`, {
      signal: AbortSignal.timeout(1500),
    })
    return ((await answer.json()) as { members: Member[] }).members
  })
  return Promise.any(asked).catch(() => [])
}

async function createLustra(
  superuserUrl: string,
  { lustra }: Passwords,
  check: () => void,
): Promise<void> {
  const client = await connectedTo(superuserUrl, check)
  await client.query(`create role lustra login password '${lustra}'`)
  await client.query('create database lustra owner lustra')
  // A migration creates functions that set it, which an owner who is no superuser may only with this right.
  await client.query('grant set on parameter "lustra.forget_security_events" to lustra')
  await client.end()
}

/** Waits until the proxy has found the leader. */
async function connectedTo(url: string, check: () => void): Promise<pg.Client> {
  const end = Date.now() + READY_MS_MAX
  for (;;) {
    check()
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (Date.now() > end) throw error
      await wait(300)
    }
  }
}

/** A process without the role `web` answers on no port, so its line in the log says it. */
async function isReady(lustra: ManagedProcess, check: () => void): Promise<void> {
  const end = Date.now() + READY_MS_MAX
  while (!lustra.hasPrinted('Lustra is ready')) {
    check()
    if (Date.now() > end) throw new Error(`${lustra.name} does not become ready.`)
    await wait(200)
  }
}

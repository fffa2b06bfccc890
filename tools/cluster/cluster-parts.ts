import {
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import type { DatabaseUser } from '../embedded-postgres/database-user.ts'
import { SMALL_DATABASE, haproxyFile, nginxFile, pgbouncerFile } from './cluster-files.ts'
import type { Passwords, Ports } from './cluster-files.ts'
import { ManagedProcess } from './managed-process.ts'
import type { Program } from './programs.ts'
import { mountSmallDisk } from './small-disk.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export type Surroundings = {
  folder: string
  user: DatabaseUser | undefined
  programs: Record<Program, string>
  ports: Ports
  passwords: Passwords
  smallDisks: boolean
}

/** The programs of a cluster with their files, none of them started. */
export class Parts {
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
    const { ports } = around
    this.etcds = ports.etcdClients.map((_port, index) => this.#etcd(index))
    this.databases = ports.databases.map((_port, index) => this.#database(index))
    this.poolers = ports.poolers.map((_port, index) => this.#pooler(index))
    const proxyFolder = this.#folder('proxy')
    writeFileSync(join(proxyFolder, 'haproxy.cfg'), haproxyFile(ports))
    this.proxy = this.#process('proxy', around.programs.haproxy, ['-db', '-f', 'haproxy.cfg'])
    writeFileSync(join(this.#folder('nginx'), 'nginx.conf'), nginxFile(ports))
    const nginxArgs = ['-p', '.', '-c', 'nginx.conf', '-e', 'error.log']
    this.nginx = this.#process('nginx', around.programs.nginx, nginxArgs)
    setVersion(around.folder, ROOT)
    const data = join(around.folder, 'data')
    mkdirSync(data)
    this.lustraEnv = lustraEnv(around, data)
    this.webs = ports.webs.map((port, index) =>
      this.#lustra(`web${index + 1}`, port, 'web,pictures,migrate'),
    )
    this.jobs = this.#lustra('jobs', ports.jobs, 'jobs')
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
      logger: 'zap',
    }
    const flags = Object.entries(args).map(([flag, value]) => `--${flag}=${value}`)
    const text = readFileSync(join(ROOT, 'deploy/etcd/etcd.env'), 'utf8')
    const env = parseEnv(text) as Record<string, string>
    return this.#process(name, this.around.programs.etcd, flags, { env })
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

/** The link to the folder of the version that Lustra's processes run. Operators deploy versions by such a link. */
const versionLink = (folder: string) => join(folder, 'current')

/** Lustra's processes run the version in this folder from their next start on. */
export function setVersion(folder: string, version: string): void {
  const link = versionLink(folder)
  symlinkSync(version, `${link}.new`)
  renameSync(`${link}.new`, link)
}

/** The settings that Lustra's processes share. They run on one machine, so DATA_DIR is shared too. */
function lustraEnv({ ports, passwords }: Surroundings, dataDir: string): Record<string, string> {
  const at = (port: number) => `postgres://lustra:${passwords.lustra}@127.0.0.1:${port}/lustra`
  return {
    PUBLIC_ORIGIN: `http://localhost:${ports.http}`,
    DATA_DIR: dataDir,
    // Requests go through the poolers, and what needs its session goes past them. So statements have no names.
    DATABASE_URL: at(ports.pooled),
    DATABASE_DIRECT_URL: at(ports.leader),
    ...(ports.databases.length > 1 ? { DATABASE_READ_URL: at(ports.replicas) } : {}),
    DATABASE_PREPARE: 'off',
    DEMO: 'off',
    RATE_LIMIT_SCALE: '1000000',
    // They share two cores with databases, proxy and the callers.
    EVENT_LOOP_DELAY_MS_MAX: '0',
  }
}

import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { databaseUser } from '../embedded-postgres/database-user.ts'
import { newPasswords, portsFrom } from './cluster-files.ts'
import type { Passwords } from './cluster-files.ts'
import { Parts, setVersion } from './cluster-parts.ts'
import { claimFolder, removeFolder, removeLeftClusters } from './left-clusters.ts'
import type { ManagedProcess } from './managed-process.ts'
import { findPrograms } from './programs.ts'

const READY_MS_MAX = 120_000

type Member = { name: string; role: string; state: string; lag?: number | string }

/**
 * Three databases under Patroni, three members of etcd, two poolers, two web and one jobs process, and the proxies. A
 * small one has one database, one member of etcd and one pooler.
 */
export type Cluster = ReturnType<typeof clusterOf>

/** The packages to install, or the running cluster. */
export async function startCluster({
  firstPort,
  isSmall = false,
  smallDisks = false,
  onProgress,
  signal,
}: {
  firstPort: number
  isSmall?: boolean
  /** Each database on a disk of its own that can be filled. Only root can. */
  smallDisks?: boolean
  onProgress: (line: string) => void
  /** Gives up the start. */
  signal: AbortSignal
}): Promise<Cluster | { missing: string[] }> {
  const programs = findPrograms()
  if ('missing' in programs) return programs
  await removeLeftClusters(onProgress)
  const ports = portsFrom(firstPort, isSmall)
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

function clusterOf(parts: Parts) {
  const { etcds, databases, poolers, webs, jobs, proxy, nginx, lustraEnv, around } = parts
  const { ports, passwords, folder } = around
  const members = () => membersAt(ports.patronis)
  const superuserUrlAt = (port: number) =>
    `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres`
  const named = async (what: string, wanted: string) => {
    const found = (await members()).find(({ role }) => role === wanted)
    const database = databases.find(({ name }) => name === found?.name)
    if (!database) throw new Error(`The cluster has no ${what} now.`)
    return database
  }
  return {
    ports,
    folder,
    etcds,
    databases,
    poolers,
    webs,
    jobs,
    /** HAProxy: people, the leader, replicas, poolers. */
    proxy,
    /** People alone. */
    nginx,
    /** The environment variables that all Lustra processes share, so not the port. */
    lustraEnv,
    /** Waits until this web or jobs process is ready. */
    isReady: (lustra: ManagedProcess) => isReady(lustra, () => {}),
    /** Lustra's processes run the version in this folder from their next start on. */
    setVersion: (version: string) => setVersion(folder, version),
    /** A new proxy takes over the sockets of the old one. */
    reloadProxy() {
      proxy.start({ args: ['-x', join(folder, 'proxy/haproxy.sock'), '-sf', String(proxy.pid)] })
    },
    /** The current leader as Lustra's user, past the poolers. */
    directUrl: lustraEnv['DATABASE_DIRECT_URL']!,
    /** The current leader as its superuser, past the poolers. */
    superuserUrl: superuserUrlAt(ports.leader),
    /** The databases as Patroni knows them; empty while no Patroni answers. */
    members,
    leader: () => named('leader', 'leader'),
    /** The one replica that confirms commits. */
    syncReplica: () => named('confirming replica', 'sync_standby'),
    /** The replica that does not confirm, as its superuser. */
    async otherReplicaUrl() {
      const replica = await named('other replica', 'replica')
      return superuserUrlAt(ports.databases[databases.indexOf(replica)]!)
    },
    /** Waits until one leads, the two others stream from it, and one of these confirms. */
    async whole(msMax = READY_MS_MAX, check = () => {}) {
      const end = Date.now() + msMax
      while (!isWhole(await members(), databases.length - 1)) {
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
}

function isWhole(members: Member[], replicas: number): boolean {
  const count = (roles: string[], states: string[]) =>
    members.filter(({ role, state }) => roles.includes(role) && states.includes(state)).length
  const following = count(['replica', 'sync_standby'], ['running', 'streaming'])
  return (
    count(['leader'], ['running']) === 1 &&
    following === replicas &&
    count(['sync_standby'], ['running', 'streaming']) === Math.min(1, replicas)
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

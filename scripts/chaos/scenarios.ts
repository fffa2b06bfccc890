import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from '../../tools/cluster/cluster.ts'
import { canMount } from '../../tools/cluster/small-disk.ts'
import { migrateTo, nextVersion, prepareNextVersion, requireFile } from './next-version.ts'

/** Breaks something and returns how it is mended. */
export type Fault = (cluster: Cluster) => Promise<() => Promise<void>>

export type Scenario = {
  fault: Fault
  /** Returns what the scenario needs and this machine lacks. Called before the cluster starts. */
  lacks?: () => string | undefined
  smallDisks?: boolean
  /** One database, member of etcd and pooler, so that a machine of two cores can answer `perSecond`. */
  isSmall?: boolean
  /** Called before the callers begin. */
  prepare?: (cluster: Cluster) => Promise<void>
  /** The time after which the fault is mended. Without it, the fault is mended when no request fails any more. */
  mendAfterMs?: number
  /** Requests a second that come however long the answers take. Otherwise ten callers wait for theirs. */
  perSecond?: number
  /** The most requests that may fail on one connection. */
  failedPerConnectionMax?: number
}

const nothing = () => Promise.resolve()
const BALANCED_MS = 17_000

/** The faults that `npm run chaos` can cause in a cluster, by name. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  /** The leader and its Patroni are killed, as when the machine is gone. */
  'leader-killed': {
    async fault(cluster) {
      const leader = await cluster.leader()
      await leader.kill()
      return async () => leader.start()
    },
  },

  /** The leader accepts connections and answers nothing, then goes on and believes that it leads. */
  'leader-frozen': {
    async fault(cluster) {
      const leader = await cluster.leader()
      leader.signal('SIGSTOP')
      return async () => leader.signal('SIGCONT')
    },
  },

  /** A file takes all that is left of its disk. */
  'leader-disk-full': {
    smallDisks: true,
    mendAfterMs: 20_000,
    lacks: () => (canMount() ? undefined : 'the right to mount a small disk: run it as root'),
    async fault(cluster) {
      const leader = await cluster.leader()
      const file = join(cluster.folder, leader.name, 'disk/fill')
      // It ends when there is no room.
      spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M'])
      return async () => rmSync(file, { force: true })
    },
  },

  /** The replica that confirms commits is killed. */
  'replica-killed': {
    async fault(cluster) {
      const replica = await cluster.syncReplica()
      await replica.kill()
      return async () => replica.start()
    },
  },

  /** The replica that confirms commits takes nothing from the leader, and the other applies nothing. */
  'replica-lagging': {
    mendAfterMs: 15_000,
    async fault(cluster) {
      const confirming = await cluster.syncReplica()
      const url = await cluster.otherReplicaUrl()
      confirming.signal('SIGSTOP', 'walreceiver')
      await query(url, 'select pg_wal_replay_pause()')
      return async () => {
        confirming.signal('SIGCONT', 'walreceiver')
        await query(url, 'select pg_wal_replay_resume()')
      }
    },
  },

  'pooler-killed': {
    async fault({ poolers }) {
      const [pooler] = poolers
      await pooler!.kill()
      return async () => pooler!.start()
    },
  },

  'web-killed': {
    failedPerConnectionMax: 1,
    async fault({ webs }) {
      const [web] = webs
      await web!.kill()
      return async () => web!.start()
    },
  },

  /** The leading member of etcd is killed, so that the others have to elect another. */
  'etcd-member-lost': {
    async fault({ etcds, ports }) {
      const etcd = etcds[await etcdLeader(ports.etcdClients)]!
      await etcd.kill()
      return async () => etcd.start()
    },
  },

  /** HAProxy: the new one takes over the sockets; the old one ends with its last connection. nginx: new workers. */
  'proxy-reloaded': {
    async fault(cluster) {
      cluster.reloadProxy()
      // Its workers take no notice of it.
      cluster.nginx.signal('SIGHUP')
      return nothing
    },
  },

  /** Another version with another migration replaces every process of Lustra in turn. */
  'rolling-deploy': {
    isSmall: true,
    perSecond: Number(process.env['CHAOS_PER_SECOND'] || 200),
    failedPerConnectionMax: 0,
    // An operator writes it elsewhere, so the machine is not to do it while it serves.
    prepare: prepareNextVersion,
    async fault(cluster) {
      const next = await nextVersion(cluster)
      await migrateTo(cluster, next)
      cluster.setVersion(next.folder)
      for (const lustra of [...cluster.webs, cluster.jobs]) {
        await lustra.stop(30_000)
        lustra.start()
        await cluster.isReady(lustra)
        // HAProxy gives a new process its share little by little.
        await wait(BALANCED_MS)
        for (const path of [next.removed, next.added]) await requireFile(cluster.ports.webs, path)
      }
      return nothing
    },
  },
}

/** Returns the index of etcd's leader, the only member that answers with the statistics of the leader. */
async function etcdLeader(ports: readonly number[]): Promise<number> {
  const asked = await Promise.all(
    ports.map((port) => fetch(`http://127.0.0.1:${port}/v2/stats/leader`)),
  )
  const index = asked.findIndex(({ ok }) => ok)
  if (index === -1) throw new Error('No member of etcd leads.')
  return index
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

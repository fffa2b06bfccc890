import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from '../../tools/cluster/cluster.ts'

/** Breaks something and returns how it is mended. */
type Fault = (cluster: Cluster) => Promise<() => Promise<void>>

const nothing = () => Promise.resolve()

/** What `npm run chaos` can do to a cluster, by name. rule: chaos-scenarios */
export const SCENARIOS: Readonly<Record<string, Fault>> = {
  /** Its Patroni too, as when the machine is gone. */
  async 'leader-killed'(cluster) {
    const leader = await cluster.leader()
    await leader.kill()
    return async () => leader.start()
  },

  /** It accepts connections and answers nothing, then goes on and believes that it leads. */
  async 'leader-frozen'(cluster) {
    const leader = await cluster.leader()
    leader.signal('SIGSTOP')
    return async () => leader.signal('SIGCONT')
  },

  /** The one that confirms commits. */
  async 'replica-killed'(cluster) {
    const replica = await cluster.syncReplica()
    await replica.kill()
    return async () => replica.start()
  },

  async 'pooler-killed'({ poolers }) {
    const [pooler] = poolers
    await pooler!.kill()
    return async () => pooler!.start()
  },

  async 'web-killed'({ webs }) {
    const [web] = webs
    await web!.kill()
    return async () => web!.start()
  },

  async 'etcd-member-lost'({ etcds }) {
    const [etcd] = etcds
    await etcd!.kill()
    return async () => etcd!.start()
  },

  /** The new proxy takes over the sockets; the old one ends with its last connection. */
  async 'proxy-reloaded'(cluster) {
    cluster.reloadProxy()
    return nothing
  },

  /** Every process of Lustra in turn, and a column that the old version does not know. */
  async 'rolling-deploy'(cluster) {
    await addColumn(cluster.directUrl)
    for (const lustra of [...cluster.webs, cluster.jobs]) {
      await lustra.stop(25_000)
      lustra.start()
      await cluster.isReady(lustra)
      // The proxy asks each second.
      await wait(1500)
    }
    return nothing
  },
}

/** As a migration does it: it gives up rather than let everybody wait behind its lock. */
async function addColumn(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("set lock_timeout = '1s'")
  await client.query('alter table bookings add column if not exists chaos integer')
  await client.end()
}

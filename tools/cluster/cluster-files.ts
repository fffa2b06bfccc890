import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The ports of a cluster, counted from its first one, which is the proxy that people use. The lists say how many there
 * are of each. In a small one the poolers, and what goes past them, reach the one database without a proxy between.
 */
export function portsFrom(first: number, isSmall = false) {
  const from = (offset: number, count: number) =>
    Array.from({ length: count }, (_none, index) => first + offset + index)
  const members = isSmall ? 1 : 3
  return {
    http: first,
    /** The proxy's: the leader, the replicas, the poolers, its own figures. */
    leader: first + (isSmall ? 20 : 1),
    replicas: first + 2,
    pooled: first + (isSmall ? 30 : 3),
    figures: first + 4,
    /** The port of nginx, which people can use instead of `http`. */
    nginx: first + 5,
    etcdClients: from(10, members),
    etcdPeers: from(13, members),
    databases: from(20, members),
    patronis: from(23, members),
    poolers: from(30, isSmall ? 1 : 2),
    webs: from(40, 2),
    jobs: first + 42,
  }
}

export type Ports = ReturnType<typeof portsFrom>

/** Makes random passwords for a new cluster. */
export function newPasswords() {
  const password = () => randomBytes(18).toString('base64url')
  return { superuser: password(), replication: password(), lustra: password() }
}

export type Passwords = ReturnType<typeof newPasswords>

/** Overrides deploy/patroni/patroni.yml: three databases share one machine. */
export const SMALL_DATABASE = `postgresql:
  parameters:
    shared_buffers: 32MB
    max_wal_size: 256MB
    min_wal_size: 64MB
    wal_keep_size: 64MB
    autovacuum_max_workers: 1
    max_parallel_workers_per_gather: 0
    jit: 'off'
`

/**
 * deploy/haproxy/haproxy.cfg with the ports of the cluster and by http, and the poolers, which production has on the
 * machines of Lustra. With one database it is for people alone.
 */
export function haproxyFile(ports: Ports): string {
  const delivered = changed('deploy/haproxy/haproxy.cfg', [
    [
      /^global$/m,
      'global\n    stats socket unix@haproxy.sock mode 600 level admin expose-fd listeners',
    ],
    // It would need more open files than an ordinary user may have.
    [/maxconn 10000/, 'maxconn 2000'],
    [/ +bind :80\n +bind :443 .*/, `    bind 127.0.0.1:${ports.http}`],
    [/ +# A redirect would.*\n.* deny_status 403 .*\n.* redirect scheme .*\n/, ''],
    [/X-Forwarded-Proto https/, 'X-Forwarded-Proto http'],
    [/hdr Host lustra\.example/, 'hdr Host localhost'],
    ...ports.webs.map(webIn),
    ...(ports.databases.length > 1
      ? databasesIn(ports)
      : [[/^# The leader, as[^]*/m, ''] as Change]),
  ])
  return `${delivered}${ports.databases.length > 1 ? poolersFor(ports) : ''}
listen figures
    mode http
    bind 127.0.0.1:${ports.figures}
    stats enable
    stats uri /
`
}

function databasesIn(ports: Ports): Change[] {
  return [
    [/127\.0\.0\.1:5000/, `127.0.0.1:${ports.leader}`],
    [/127\.0\.0\.1:5001/, `127.0.0.1:${ports.replicas}`],
    ...ports.databases.map((port, index): Change => [
      new RegExp(`10\\.0\\.0\\.1${index + 1}:5432`, 'g'),
      `127.0.0.1:${port} check port ${ports.patronis[index]}`,
    ]),
  ]
}

function poolersFor(ports: Ports): string {
  return `
listen poolers
    mode tcp
    bind 127.0.0.1:${ports.pooled}
    balance leastconn
    timeout client 30m
    timeout server 30m
    option redispatch 1
    default-server check inter 1s fall 1 rise 1 on-marked-down shutdown-sessions
${ports.poolers.map((port, index) => `    server pooler${index + 1} 127.0.0.1:${port}`).join('\n')}
`
}

/** deploy/nginx/lustra.conf with the ports of the cluster and by http. */
export function nginxFile(ports: Ports): string {
  const delivered = changed('deploy/nginx/lustra.conf', [
    [/^server \{\n +listen 80;[^]*?^\}\n/m, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${ports.nginx};`],
    [/^ +ssl_.*\n/gm, ''],
    [/\/var\/cache\/lustra/, 'cache'],
    ...ports.webs.map(webIn),
  ])
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const places = folders.map((name) => `    ${name}_temp_path ${name};`).join('\n')
  return `daemon off;
worker_processes 1;
pid nginx.pid;
events { worker_connections 2000; }
http {
    access_log off;
${places}
${delivered}}
`
}

/** deploy/pgbouncer/pgbouncer.ini with the ports of the cluster, a smaller pool, and a database that may hang. */
export function pgbouncerFile(ports: Ports, port: number): string {
  const delivered = changed('deploy/pgbouncer/pgbouncer.ini', [
    [/port=5432/, `port=${ports.leader}`],
    [/listen_port = 6432/, `listen_port = ${port}`],
    [/auth_file = .*/, 'auth_file = userlist.txt'],
    [/default_pool_size = 40/, 'default_pool_size = 15'],
    [/max_client_conn = 1000/, 'max_client_conn = 400'],
  ])
  return `${delivered}unix_socket_dir =
tcp_keepalive = 1
tcp_keepidle = 10
tcp_keepintvl = 3
tcp_keepcnt = 3
log_connections = 0
log_disconnections = 0
`
}

type Change = [found: RegExp, text: string]

/** A process of Lustra in the balancers' files. */
const webIn = (port: number, index: number): Change => [
  new RegExp(`127\\.0\\.0\\.1:300${index}`, 'g'),
  `127.0.0.1:${port}`,
]

/** A file that production uses, with changes. Throws when one finds nothing: the file was changed and this was not. */
function changed(path: string, changes: Change[]): string {
  let text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  for (const [found, replacement] of changes) {
    if (text.search(found) === -1) throw new Error(`${path} has no ${found} any more.`)
    text = text.replace(found, replacement)
  }
  return text
}

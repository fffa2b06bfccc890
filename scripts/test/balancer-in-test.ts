import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const programAt = (...paths: string[]) => paths.find((path) => existsSync(path))
export const NGINX = programAt('/usr/sbin/nginx')

/** Ports of a balancer in a test, and of the two processes behind it. */
export type Ports = { plain: number; tls: number; processes: readonly [number, number] }

/** A configuration of the repository with ports and files of the test. */
export async function inTest(path: string, folder: string, ports: Ports): Promise<string> {
  return (await readFile(path, 'utf8'))
    .replaceAll(/\/etc\/lustra\/tls|\/var\/log\/nginx|\/var\/cache/g, folder)
    .replace(
      /(listen|bind :)( ?)80\b/,
      (_, word: string, space: string) => `${word}${space}${ports.plain}`,
    )
    .replace(
      /(listen|bind :)( ?)443 /,
      (_, word: string, space: string) => `${word}${space}${ports.tls} `,
    )
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.processes[0]}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports.processes[1]}`)
}

/** Writes a certificate into the folder, as each balancer reads it. */
export async function writeCertificate(
  folder: string,
  { cert, key }: { cert: string; key: string },
): Promise<void> {
  await writeFile(join(folder, 'fullchain.pem'), cert)
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'haproxy.pem'), `${cert}\n${key}`)
}

/** Starts nginx with the configuration of the repository, which `change` may change. */
export async function startNginx(
  folder: string,
  ports: Ports,
  change = (config: string) => config,
): Promise<ChildProcess> {
  const file = join(folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  const config = change(await inTest('deploy/nginx/lustra.conf', folder, ports))
  // Its workers write into the folder of the test, which only its owner may open.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    file,
    `daemon off; ${user} pid ${folder}/pid; events {} http { access_log off; ${paths}\n${config}}`,
  )
  return spawn(NGINX!, ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'ignore' })
}

import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOperatorHost } from '#server/console/operators/operator-host.ts'
import { isOperatorNetwork } from '#server/console/operators/operator-networks.ts'
import { sendEarlierFile, webFileType } from './earlier-files.ts'
import type { App } from '#server/http/app.ts'
import type { Context } from '#server/context.ts'

const CACHE_CONTROL = 'private, max-age=31536000, immutable'

type Asset = { bytes: Buffer; compressed: Buffer | undefined; type: string }

/**
 * Serves the console of operators: one page for all addresses below /operator, and the files of its own bundle, which
 * are read once. From other networks, and at another host than OPERATOR_ORIGIN's, `otherwise` answers, as for an
 * address that does not exist.
 * rule: operator-console, operator-host, graceful-shutdown
 */
export async function consolePages(
  app: App,
  context: Context,
  consoleDir: string,
  otherwise: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<void> {
  const { config } = context
  const page = await readFile(join(consoleDir, 'index.html'))
  const assets = await readAssets(join(consoleDir, 'assets'))
  const hasOwnHost = config.operatorOrigin !== config.publicOrigin
  const isHidden = (request: FastifyRequest) =>
    !isOperatorNetwork(config, request.ip) || (hasOwnHost && !isOperatorHost(config, request))

  const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isHidden(request)) return otherwise(request, reply)
    return reply
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(page)
  }
  app.get('/operator', showPage)
  app.get('/operator/*', showPage)
  app.get<{ Params: { file: string } }>('/operator/assets/:file', async (request, reply) => {
    const asset = assets.get(request.params.file)
    if (isHidden(request)) return otherwise(request, reply)
    if (!asset) {
      const isSent = await sendEarlierFile(context, request, reply, CACHE_CONTROL)
      return isSent ? reply : otherwise(request, reply)
    }
    const { bytes, compressed, type } = asset
    const isCompressed = compressed && /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    return reply
      .headers({
        'cache-control': CACHE_CONTROL,
        'x-robots-tag': 'noindex',
        vary: 'accept-encoding',
        ...(isCompressed ? { 'content-encoding': 'br' } : {}),
      })
      .type(type)
      .send(isCompressed ? compressed : bytes)
  })
}

async function readAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const names = await readdir(folder)
  const files = names.filter((name) => !name.endsWith('.br'))
  const entries = files.map(async (name) => {
    const bytes = await readFile(join(folder, name))
    const hasCompressed = names.includes(`${name}.br`)
    const compressed = hasCompressed ? await readFile(join(folder, `${name}.br`)) : undefined
    const type = webFileType(name)
    return [name, { bytes, compressed, type }] as const
  })
  return new Map(await Promise.all(entries))
}

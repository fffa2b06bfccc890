import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JsonWithEtag, isUnchanged } from '../headers/etag.ts'

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]
const LEVEL = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }

type Bytes = { tag: string; plain: Buffer; br: Buffer; gzip: Buffer }

/**
 * A document that stays the same while the process runs. Its bytes, also compressed, and its ETag are made when
 * somebody first asks for it, because that may take half a second. rule: openapi
 */
export class FixedDocument {
  readonly #make: () => string | Buffer | Promise<Buffer>
  readonly #type: string
  #made: Promise<Bytes> | undefined

  constructor(type: string, make: () => string | Buffer | Promise<Buffer>) {
    this.#type = type
    this.#make = make
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return reply.send(await this.body(request, reply))
  }

  /** The bytes to send for this request, none for a 304. Sets the headers and the status that belong to them. */
  async body(request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    this.#made ??= this.#bytes().catch((error: unknown) => {
      this.#made = undefined
      throw error
    })
    const { tag, plain, br, gzip } = await this.#made
    void reply.headers({ etag: tag, vary: 'accept-encoding' }).type(this.#type)
    if (isUnchanged(request, tag)) {
      reply.code(304)
      return Buffer.alloc(0)
    }
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
    if (encoding) reply.header('content-encoding', encoding)
    return encoding === 'br' ? br : encoding === 'gzip' ? gzip : plain
  }

  async #bytes(): Promise<Bytes> {
    const plain = Buffer.from(await this.#make())
    const { tag } = new JsonWithEtag(plain)
    return { tag, plain, br: await brotli(plain, LEVEL), gzip: await gzipped(plain) }
  }
}

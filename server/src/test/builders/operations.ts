import { openApiDocument } from '#contract/open-api.ts'
import type { Schema } from '../schema-values.ts'

type Method = 'GET' | 'POST' | 'PUT'
export type Place = 'path' | 'query' | 'header'
type Operation = {
  parameters?: { name: string; in: Place; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Parts = Record<string, unknown>

const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> }

/** Each call of the OpenAPI document. */
export const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as Method,
    path,
    operation,
  })),
)

export function bodySchemaOf({ requestBody }: Operation): Schema | undefined {
  return Object.values(requestBody?.content ?? {})[0]?.schema
}

/** The parameters of a call in its path, its query or its headers, as the schema of one object. */
export function partsOf({ parameters = [] }: Operation, place: Place): Schema {
  const inPlace = parameters.filter((parameter) => parameter.in === place)
  return {
    properties: Object.fromEntries(inPlace.map((one) => [one.name, one.schema])),
    required: inPlace.filter((one) => one.required).map((one) => one.name),
  }
}

export function addressOf(path: string, params: Parts, query: Parts): string {
  return `${filled(path, params)}?${queryText(query)}`
}

function filled(path: string, params: Parts): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escaped(params[name]) || '%ff')
}

/** The query string; a list repeats its name. */
export function queryText(query: Parts): string {
  return Object.entries(query)
    .flatMap(([name, value]) =>
      [value].flat().map((one) => (one === undefined ? '' : `${escaped(name)}=${escaped(one)}`)),
    )
    .filter(Boolean)
    .join('&')
}

export function escaped(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed())
}

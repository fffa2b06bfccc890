import { z } from 'zod'
import { CALLS } from './contract.ts'
import type { Feature } from './contract.ts'
import { refusalsOf } from './declared-refusals.ts'
import type { Endpoint } from './endpoint.ts'
import { OPERATOR_API_PATH } from './console/operators.ts'
import { CURRENT_PASSWORD_HEADER } from './browser-names.ts'
import { PRODUCT_NAME } from './product.ts'
import { REFUSALS } from './refusals.ts'

type Json = Record<string, unknown>

const SESSION = 'session'
const OPERATOR_SESSION = 'operatorSession'

/**
 * The OpenAPI 3.1 document of every call, or of all but those of operators. Its addresses are relative to the server it
 * comes from. rule: openapi
 */
export function openApiDocument({ withOperators = true } = {}): Json {
  const paths: Record<string, Json> = {}
  const features = new Set<string>()
  for (const [feature, calls] of Object.entries(CALLS))
    for (const call of calls) {
      if (!withOperators && isForOperators(call)) continue
      features.add(feature)
      const method = call.method.toLowerCase()
      paths[call.path] = { ...paths[call.path], [method]: operation(call, feature) }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT_NAME,
      version: '1',
      description:
        'Every call of the marketplace. Refusals are `{ "detail", "code", "params"? }`; the session cookie is the only identity.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(FEATURES)
      .filter(([name]) => features.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        [SESSION]: { type: 'apiKey', in: 'cookie', name: 'lustra_session' },
        ...(withOperators && {
          [OPERATOR_SESSION]: { type: 'apiKey', in: 'cookie', name: 'lustra_operator' },
        }),
      },
      schemas: { Refusal: refusalSchema },
    },
  }
}

function isForOperators({ path, caller }: Pick<Endpoint, 'path' | 'caller'>): boolean {
  return caller.role === 'operator' || path.startsWith(`${OPERATOR_API_PATH}/`)
}

/** A description of each feature. */
const FEATURES: Record<Feature, string> = {
  access: 'Access details of homes, and who looked at them',
  actions: 'What operators do, with a reason',
  account: 'Settings, sessions, download and deletion of an account',
  agreements: 'Work agreements, and changes of accepted visits',
  audit: 'The log of what operators did',
  billing: 'Subscriptions, credits for leads, payments and invoices',
  bookings: 'Requests for visits, their changes, and calendars',
  cities: 'The cities with professionals',
  claims: 'What Lustra says about itself',
  dashboard: 'The dashboard of a professional',
  decisions: 'What operators decided about a person, and appeals',
  finding: 'Operators find people, bookings, payments and cases',
  homes: 'Saved homes of clients',
  hours: 'Actual hours of visits, and their receipts',
  identity: 'Registration, login, logout and passwords',
  locations: 'Suggestions of places',
  media: 'Public pictures',
  messaging: 'Contacts, conversations, messages, blocks and reports',
  notifications: 'Notices, their switches, push devices, and links in letters',
  offer: 'What a professional offers beside the rate of the profile',
  health: 'How the marketplace does',
  operators: 'The people who run the marketplace, and their sign-in',
  'operator-cases': 'What waits for an operator, and how it ends',
  problems: 'What went wrong with a visit',
  professionals: 'What professionals offer',
  profile: 'The profile of a professional and its pictures',
  reports: 'Reports to the operators',
  reviews: 'Public profiles and reviews',
  safety: 'The safety check-in of professionals',
  search: 'The search for professionals',
  series: 'Regular visits',
  sharing: 'Links and pictures to share, robots.txt and the sitemap',
  support: 'The contact form, and the answers to it',
  time: 'When a professional works',
  verification: 'Background checks',
  visits: 'The day of a visit',
}

const refusalSchema = {
  type: 'object',
  required: ['detail', 'code'],
  properties: {
    detail: {
      oneOf: [
        { type: 'string' },
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['msg', 'loc', 'type'],
            properties: {
              msg: { type: 'string' },
              loc: { type: 'array', items: { type: ['string', 'integer'] } },
              type: { type: 'string' },
            },
          },
        },
      ],
    },
    code: { type: 'string', enum: Object.keys(REFUSALS) },
    params: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

function operation(call: Endpoint, feature: string): Json {
  const parameters = [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    ...(call.idempotent ? [idempotencyKey] : []),
    ...(call.needsPassword ? [currentPassword] : []),
    ...(call.offersChallenge ? [challengeSolution] : []),
  ]
  return {
    operationId: `${feature}.${call.method.toLowerCase()}.${call.path.replaceAll(/\W+/g, '-')}`,
    tags: [feature],
    summary: call.summary,
    security: securityOf(call),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body ? { requestBody: requestBody(call) } : {}),
    ...(call.multipart ? { requestBody: formBody(call.multipart) } : {}),
    responses: { 200: answer(call), ...refusalResponses(call), '4XX': ANY_REFUSAL },
  }
}

function securityOf({ caller }: Endpoint): Json[] {
  if (caller.role === 'anyone') return []
  return [{ [caller.role === 'operator' ? OPERATOR_SESSION : SESSION]: [] }]
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A repeated request with the same key and body gets the same answer, and nothing is done twice. Answers are stored for a day.',
  schema: { type: 'string', maxLength: 200 },
}

const challengeSolution = {
  name: 'Challenge-Solution',
  in: 'header',
  required: false,
  description:
    'base64 of JSON {challenge, solution}, after a 429 with a `challenge` (ALTCHA 2, PBKDF2/SHA-256). It is accepted once within five minutes.',
  schema: { type: 'string', maxLength: 4000 },
}

const currentPassword = {
  name: CURRENT_PASSWORD_HEADER,
  in: 'header',
  required: true,
  description: 'The current password, percent-encoded.',
  schema: { type: 'string' },
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function requestBody(call: Endpoint): Json {
  const schema = jsonSchema(call.body!, 'input')
  const types = [
    'application/json',
    ...(call.takesForms ? ['application/x-www-form-urlencoded'] : []),
  ]
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

function formBody({ fields, files }: NonNullable<Endpoint['multipart']>): Json {
  const file = { type: 'string', format: 'binary' }
  const schema = jsonSchema(fields, 'input') as { properties?: Json }
  const properties = {
    ...schema.properties,
    ...Object.fromEntries(
      Object.entries(files).map(([name, times]) => [
        name,
        times === 'one' ? file : { type: 'array', items: file },
      ]),
    ),
  }
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { ...schema, properties } } },
  }
}

function answer(call: Endpoint): Json {
  const type = call.answerType ?? 'application/json'
  return { description: 'Done', content: { [type]: { schema: jsonSchema(call.answer, 'output') } } }
}

const ANY_REFUSAL = {
  description: 'A refusal that any call can return, such as bad_request or foreign_origin',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}

/** The refusals of a call by HTTP status. */
function refusalResponses(call: Endpoint): Json {
  const byStatus = Map.groupBy(refusalsOf(call), (code) => REFUSALS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${REFUSALS[code].detail}`).join(' · '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  )
}

/** A transform has no JSON Schema. The document then describes its input, or allows anything. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

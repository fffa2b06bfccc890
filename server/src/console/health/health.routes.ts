import { marketplaceHealth, marketplaceHealthTable } from '#contract/console/health.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { healthCsv } from './health-csv.ts'
import { readHealth } from './health.ts'

/** Adds the calls by which operators read the figures of the marketplace. Rules: docs/rules/console.md */
export function healthOfMarketplaceRoutes(app: App, context: Context): void {
  implement(app, context, marketplaceHealth, ({ query }) => readHealth(context, query))
  implement(app, context, marketplaceHealthTable, async ({ query, reply }) => {
    reply.header('content-disposition', `attachment; filename="lustra-${query.table}.csv"`)
    return healthCsv(await readHealth(context, query), query.table)
  })
}

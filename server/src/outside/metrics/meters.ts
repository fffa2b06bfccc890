import { Counter, Histogram, Registry } from '@prometheus-io/client'

/** An outside service answers in milliseconds, or its caller gives up after some seconds. */
const SERVICE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Counts what happens in this process. Each label has a few values that the code names, so that no visitor can make new
 * series. rule: probes-and-metrics
 */
export class Meters {
  readonly registry = new Registry()

  readonly mail = this.#seconds('lustra_mail_seconds', 'Letters handed to the mail server', [
    'outcome',
  ])

  readonly push = this.#seconds('lustra_push_seconds', 'Pushes handed to push services', [
    'outcome',
  ])

  readonly provider = this.#seconds('lustra_provider_seconds', 'Calls to the payments provider', [
    'call',
    'outcome',
  ])

  readonly webhooks = this.#counter(
    'lustra_webhooks_total',
    "The provider's webhooks: accepted, refused (no valid signature) or failed",
    ['accepted', 'refused', 'failed'],
  )

  readonly signIns = this.#counter(
    'lustra_sign_in_steps_total',
    'Steps of sign-ins of people and operators: done, wrong (password or second factor) or limited',
    ['done', 'wrong', 'limited'],
  )

  readonly searches = this.#counter(
    'lustra_searches_total',
    'Searches: found, empty, limited (429) or failed (5xx)',
    ['found', 'empty', 'limited', 'failed'],
  )

  readonly pages = this.#counter(
    'lustra_pages_total',
    'Pages of visitors and users: rendered, or kept and sent again because what they show has not changed',
    ['rendered', 'kept'],
    'source',
  )

  readonly reads = this.#counter(
    'lustra_public_reads_total',
    'Public reads by the database that answered: a replica, or the primary because no replica could. 0 without replicas',
    ['replica', 'primary'],
    'target',
  )

  readonly shed = new Counter({
    name: 'lustra_requests_shed_total',
    help: 'Requests that were refused before anything was done for them, because too many came at once',
    registers: [this.registry],
  })

  #seconds(name: string, help: string, labelNames: string[]) {
    return new Histogram({
      name,
      help: `${help}, in seconds`,
      labelNames,
      buckets: SERVICE_SECONDS,
      registers: [this.registry],
    })
  }

  /** Begins at 0 for each outcome, so that the first one is seen as an increase. */
  #counter<Outcome extends string>(
    name: string,
    help: string,
    outcomes: readonly Outcome[],
    label = 'outcome',
  ) {
    const counter = new Counter({ name, help, labelNames: [label], registers: [this.registry] })
    for (const outcome of outcomes) counter.inc({ [label]: outcome }, 0)
    return { count: (outcome: Outcome) => counter.inc({ [label]: outcome }) }
  }
}

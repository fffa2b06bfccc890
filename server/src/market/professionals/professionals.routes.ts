import { SERVICE_TYPES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { serviceTypes } from '#contract/market/professionals.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import type { Context } from '#server/context.ts'
import { textsIn } from '#server/texts.ts'
import { requestLanguage } from '#contract/people/preferred-language.ts'

const answerFor = (language: Language) => ({
  service_types: SERVICE_TYPES.map((type) => ({
    type,
    name: textsIn(language, 'bookings')(`services.${type}`),
  })),
})

/** The service types, for everyone. rule: service-types */
export function professionalsRoutes(app: App, context: Context): void {
  const answerHeaders = { 'cache-control': 'public, max-age=3600', vary: 'Accept-Language' }
  implement(
    app,
    context,
    serviceTypes,
    ({ request }) => answerFor(requestLanguage(undefined, request.headers['accept-language'])),
    { answerHeaders },
  )
}

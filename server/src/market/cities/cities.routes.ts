import { citiesOfState, cityPage, servedCities, statesWithCities } from '#contract/market/cities.ts'
import { sharePictureOfCity } from '#contract/market/sharing.ts'
import type { App } from '#server/http/app.ts'
import { implement, urlOf } from '#server/http/calls/implement.ts'
import type { Context } from '#server/context.ts'
import { cityCard } from '#server/pictures/share/cards.ts'
import { sendSharePicture } from '#server/pictures/share/send-share-picture.ts'
import { cityPagesOf } from './city-page.ts'
import { citiesInState, servedCitiesOf } from './served-cities.ts'

/** Public calls about the cities that have professionals. rule: city-pages */
export function citiesRoutes(app: App, context: Context): void {
  const served = servedCitiesOf(context)
  const pageOf = cityPagesOf(context, served)

  implement(app, context, servedCities, async () => (await served()).largest, { isShared: true })

  implement(app, context, statesWithCities, async () => ({ states: (await served()).states }), {
    isShared: true,
  })

  implement(
    app,
    context,
    citiesOfState,
    async ({ params }) => citiesInState(await served(), params.state),
    { isShared: true },
  )

  implement(app, context, cityPage, ({ params }) => pageOf(params.state, params.city), {
    isShared: true,
  })

  app.get<{ Params: { state: string; city: string } }>(
    urlOf(sharePictureOfCity),
    async (request, reply) => {
      const page = await pageOf(request.params.state, request.params.city)
      const photo = page.best.find(({ gallery_images }) => gallery_images[0])?.gallery_images[0]
      return sendSharePicture(
        context,
        request,
        reply,
        (language) => cityCard(language, page),
        photo,
      )
    },
  )
}

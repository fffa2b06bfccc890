import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { PlaceField } from '#web/features/market/places/place-field.tsx'
import { NO_FILTERS } from '#web/features/market/search/filters.ts'
import { ServiceTypeField } from '#web/features/market/search/search-fields.tsx'
import { useServiceTypesLog } from '#web/features/market/results/service-types-log.ts'
import { useSearchForm } from '#web/features/market/search/use-search-form.ts'

/** The tagline, the search box and the drawn room. rule: home-first-view */
export function Hero() {
  const { t } = useTranslation(['home', 'app'])
  return (
    <section className="relative isolate overflow-x-clip">
      <div className="mx-auto grid w-full max-w-page gap-6 px-4 pt-6 md:gap-8 md:px-8 md:pt-14 lg:grid-cols-12 lg:pb-16">
        <div className="flex flex-col gap-4 lg:col-span-7 lg:py-16">
          <h1 className="text-3xl md:text-4xl xl:text-[3.75rem] xl:leading-[1.04]">
            {t('app:tagline')}
          </h1>
          <p className="max-w-110 text-lg text-soft">{t('intro')}</p>
          <div className="relative z-10 mt-2 lg:mt-6 lg:w-[112%]">
            <SearchBox />
          </div>
        </div>
        <picture className="pane -mx-4 block overflow-hidden max-lg:-mt-16 md:mx-0 md:rounded-xl lg:absolute lg:inset-y-8 lg:right-0 lg:-z-10 lg:w-[46%] lg:rounded-r-none">
          <source media="(width < 64rem)" srcSet="/drawings/banner.svg" width="1600" height="900" />
          <img
            src="/drawings/banner-tall.svg"
            alt=""
            width="900"
            height="1100"
            fetchPriority="high"
            className="block h-40 w-full object-cover object-bottom sm:h-auto lg:h-full dark:opacity-85"
          />
        </picture>
      </div>
    </section>
  )
}

/** The search on the home view. It works as a plain form before hydration too. rule: home-first-view */
function SearchBox() {
  const { t } = useTranslation('find')
  useServiceTypesLog()
  const { form, zip, field } = useSearchForm(NO_FILTERS)
  return (
    <form
      {...form}
      role="search"
      className="grid gap-4 rounded-lg border border-line bg-raised p-4 text-ink shadow-float md:grid-cols-[1fr_1fr_auto] md:items-start md:p-5"
    >
      <PlaceField {...zip} label={t('zip_code')} placeholder={t('zip_placeholder')} />
      <ServiceTypeField {...field('service_type')} />
      <Button type="submit" className="md:mt-[1.925rem]">
        {t('submit')}
      </Button>
    </form>
  )
}

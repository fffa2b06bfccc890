import { useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { SavedOffer } from '#contract/market/offer.ts'
import { Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConflictNotice } from '#web/ui/states/conflict-notice.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { isProfileMissing, ProfileFirst } from '#web/features/calendar/profile-first.tsx'
import { ownProfileQuery } from '../profile-form/profile-form.api.ts'
import { CarePart } from './care-part.tsx'
import { CostsPart } from './costs-part.tsx'
import { DiscountsPart } from './discounts-part.tsx'
import { ExamplePrice } from './example-price.tsx'
import { ExtrasPart } from './extras-part.tsx'
import { usePartText } from './offer-texts.ts'
import { ownOfferQuery } from './offer.api.ts'
import { PricesPart } from './prices-part.tsx'
import { SuppliesPart } from './supplies-part.tsx'
import { useOfferForm } from './use-offer-form.ts'

type OwnOfferProps = { userId: string; isOffline: boolean }

/** The own offer in one form. rule: offer */
export function OwnOffer({ userId, isOffline }: OwnOfferProps) {
  const { t } = useTranslation('offer')
  const api = useApi()
  const query = useQuery(ownOfferQuery(api, userId))
  const profile = useQuery(ownProfileQuery(api, userId))
  const { error } = query
  if (isProfileMissing(error)) return <ProfileFirst />
  const pending = <OfferSkeleton />
  return (
    <QueryState query={query} failed={t('load_failed')} pending={pending}>
      {(saved) => (
        <QueryState query={profile} failed={t('load_failed')} pending={pending}>
          {(own) =>
            query.isFetchedAfterMount && own ? (
              <Form
                userId={userId}
                saved={saved}
                profileRate={own.hourly_rate}
                isOffline={isOffline}
              />
            ) : (
              pending
            )
          }
        </QueryState>
      )}
    </QueryState>
  )
}

type FormProps = OwnOfferProps & { saved: SavedOffer; profileRate: number }

function Form({ userId, saved, profileRate, isOffline }: FormProps) {
  const { t } = useTranslation('offer')
  const refusalText = useRefusalText()
  const element = useRef<HTMLFormElement>(null)
  const form = useOfferForm(userId, saved, element)
  const format = useFormat()
  const partText = usePartText()
  const { error, changed } = form
  const isConflict = changed.length > 0
  const isShownAbove =
    isConflict && (!error || (error instanceof Refusal && error.code === 'offer_changed'))
  return (
    <form
      ref={element}
      noValidate
      className="flex flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <div className="flex flex-col gap-4 pb-6">
        <p className="measure text-soft">
          {t('intro')} {t('services.help', { rate: format.money(profileRate) })}
        </p>
        {isOffline && <p className="font-medium">{t('offline')}</p>}
        {form.isDraft && (
          <MessageBox tone="success">
            <p>{t('draft.kept')}</p>
            <Button look="link" className="px-0!" onClick={form.discard}>
              {t('draft.discard')}
            </Button>
          </MessageBox>
        )}
      </div>
      <div className="card divide-y divide-line">
        <PricesPart form={form} profileRate={profileRate} />
        <SuppliesPart form={form} />
        <ExtrasPart form={form} />
        <DiscountsPart form={form} />
        <CarePart form={form} />
        <CostsPart form={form} />
      </div>
      <div className="flex flex-col gap-4 pt-6">
        <ExamplePrice values={form.values} profileRate={profileRate} />
        {isConflict && (
          <ConflictNotice
            title={t('conflict.title')}
            changed={changed.map(({ part, alsoHere }) => ({
              name: t(`${part}.title`),
              saved: partText(form.saved, part),
              outcome: t(alsoHere ? 'conflict.also_here' : 'conflict.taken'),
            }))}
            next={t('conflict.next')}
          />
        )}
        {error && !isShownAbove && (
          <MessageBox tone="problem">
            <p>{refusalText(error)}</p>
          </MessageBox>
        )}
      </div>
      <div className="step-bar sticky bottom-0 z-10 -mx-4 mt-4 border-t border-line bg-paper px-4 py-3">
        <Button type="submit" busy={form.isSaving} className="max-sm:w-full">
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

function OfferSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <Skeleton className="h-5 w-72 max-w-full" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-24" />
      ))}
    </div>
  )
}

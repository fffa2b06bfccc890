import type { ClientBooking, ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useHomeTexts } from '#web/features/market/homes/home-texts.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'

/** 'House · 2 bedrooms · 1 bathroom · Dog · supplies at home'. Nothing without a home. rule: home-of-booking */
export function HomeFactsLine({ home }: Pick<ClientBooking, 'home'>) {
  const { t } = useTranslation('price')
  const { facts } = useHomeTexts()
  if (!home) return null
  return (
    <DotSeparated facts={[...facts(home), ...(home.supplies_at_home ? [t('fact.at_home')] : [])]} />
  )
}

/** Returns a function that tells the reader who brings the supplies. rule: booking-extras */
export function useSuppliesText(): (booking: ClientBooking | ProfessionalBooking) => string {
  const { t } = useTranslation('price')
  return (booking) => {
    if (!('professional' in booking)) {
      return t(booking.supplies === 'client' ? 'fact.client_has' : 'fact.you_bring')
    }
    if (booking.supplies === 'client') return t('fact.you_have')
    return t('fact.they_bring', { name: firstNameOf(booking.professional.full_name) })
  }
}

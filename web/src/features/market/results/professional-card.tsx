import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { displayName } from '#contract/people/display-name.ts'
import { CARD_SERVICES_MAX } from '#contract/market/search-rules.ts'
import type { User } from '#contract/people/identity.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { ContactButton } from '../professionals/contact-button.tsx'
import { intentAddress, profileAddress, withFreeTime } from '../professionals/addresses.ts'
import { cardLanguages, useClaims } from '../professionals/claims.ts'
import type { CardProfessional } from '../professionals/card.ts'
import { CheckBadge } from '../professionals/check-badge.tsx'
import { InstantBadge } from '../professionals/instant-badge.tsx'
import { PhotoStrip } from './photo-strip.tsx'
import { Rate } from '../professionals/rate.tsx'
import type { FoundProfessional } from './results.api.ts'
import { useWhenTexts } from '../search/when-texts.ts'

const AREAS_SHOWN = 3
/** The most services that a card names on a phone. A third one would often need a line of its own. */
const PHONE_SERVICES_MAX = 2

type CardProps = {
  professional: FoundProfessional
  /** The reader. Clients can write, visitors sign up first, professionals see no contact button. */
  user: User | null
  /** The query of the results' address, for the link back. */
  search: string
  /** Whether the card is in the first view, so that its first photo loads at once. */
  eager: boolean
}

/**
 * The card of one professional in the results. Its seven rows align with those of the cards beside it (subgrid). On a
 * phone it is at most 420 px high. rule: search-card
 */
export function ProfessionalCard({ professional, user, eager, ...props }: CardProps) {
  const { t } = useTranslation('professionals')
  const search = withFreeTime(props.search, professional.free)
  const name = displayName(professional.full_name)
  return (
    <article className="card relative row-span-7 grid grid-cols-[minmax(0,1fr)] grid-rows-subgrid gap-0 overflow-hidden hover:border-action">
      <PhotoStrip images={professional.gallery_images} name={name} eager={eager} />
      <div className="flex items-start gap-3 px-4 pt-3 max-md:[&>span]:size-12 md:px-5 md:pt-4">
        <Avatar
          id={professional.user_id}
          name={professional.full_name}
          src={professional.profile_image_url}
          size="lg"
        />
        <div className="min-w-0 grow">
          <h2 className="line-clamp-2 text-lg wrap-anywhere md:text-xl">
            <Link
              href={profileAddress(professional, { signedIn: user !== null, search })}
              className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-action"
            >
              {name}
            </Link>
          </h2>
          <p className="text-sm text-soft">{t('professional_cleaner')}</p>
        </div>
      </div>
      <div className="flex gap-1 px-4 pt-2 max-md:flex-wrap max-md:items-end max-md:justify-between md:flex-col md:px-5 md:pt-3">
        <Stars
          rating={professional.rating}
          count={professional.total_reviews}
          className="whitespace-nowrap"
        />
        <Rate
          dollars={professional.service_rate ?? professional.hourly_rate}
          from={!professional.service_rate && professional.rates_from}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 px-4 md:px-5 md:pt-2">
        <CheckBadge professional={professional} />
        {professional.instant_booking && <InstantBadge />}
        <TimeFacts professional={professional} />
      </div>
      <Services services={professional.services_offered} />
      <div>
        <OfferChips professional={professional} />
        <ServiceAreas areas={professional.service_areas} />
      </div>
      <CardActions professional={professional} user={user} search={search} />
    </article>
  )
}

/** When the professional is free, and until when new clients are paused. rule: search-by-time, working-hours */
function TimeFacts({ professional: { free, paused_until } }: Pick<CardProps, 'professional'>) {
  const { t } = useTranslation('find')
  const texts = useWhenTexts()
  if (!free && !paused_until) return null
  return (
    <p className="text-sm font-semibold text-action">
      {free
        ? t('free_at', { time: texts.time(free.booking_time) })
        : t('new_clients_from', { date: texts.day(paused_until!) })}
    </p>
  )
}

function Services({ services }: { services: CardProfessional['services_offered'] }) {
  const { t } = useTranslation(['professionals', 'search'])
  return (
    <ul
      aria-label={t('services')}
      className="flex flex-wrap content-start gap-1.5 px-4 pt-2 max-md:*:*:py-0.5 max-md:*:*:px-2 md:px-5 md:pt-3"
    >
      {services.slice(0, CARD_SERVICES_MAX).map((service, index) => (
        <li key={service} className={index < PHONE_SERVICES_MAX ? undefined : 'max-md:hidden'}>
          <Chip>{t(`search:service_types.${service}`)}</Chip>
        </li>
      ))}
      {(['md:hidden', 'max-md:hidden'] as const).map((className, index) => {
        const count = services.length - (index ? CARD_SERVICES_MAX : PHONE_SERVICES_MAX)
        return (
          count > 0 && (
            <li key={className} className={className}>
              <Chip>{t('more', { count })}</Chip>
            </li>
          )
        )
      })}
    </ul>
  )
}

/**
 * The visits that the professional kept, and what they claim; on a phone as much as one line holds. rule:
 * search-card, search-filters
 */
function OfferChips({ professional }: Pick<CardProps, 'professional'>) {
  const { t } = useTranslation('professionals')
  // Not in the answer of a visitor, whose page must fit the first packet.
  const { kept, visits: count } = ('reliability' in professional && professional.reliability) || {}
  const claims = useClaims(professional, cardLanguages(professional))
  const texts = [...(count ? [t('kept', { kept, count })] : []), ...claims]
  if (texts.length === 0) return null
  return (
    <p className="px-4 pt-1 max-md:line-clamp-1 max-md:*:*:px-2 max-md:*:*:py-0.5 md:px-5 md:pt-3">
      {texts.map((text) => (
        <span key={text}>
          <Chip>{text}</Chip>{' '}
        </span>
      ))}
    </p>
  )
}

function ServiceAreas({ areas }: { areas: CardProfessional['service_areas'] }) {
  const { t } = useTranslation('professionals')
  return (
    <p className="px-4 pt-2 text-sm wrap-anywhere text-soft max-md:line-clamp-1 md:px-5 md:pt-3">
      <strong className="font-semibold text-ink">{t('serves')}</strong>{' '}
      {areas.slice(0, AREAS_SHOWN).join(', ')}
      {areas.length > AREAS_SHOWN && ` ${t('more', { count: areas.length - AREAS_SHOWN })}`}
    </p>
  )
}

/** The link to the profile, and the contact button of a client or a visitor. */
function CardActions({ professional, user, search }: Omit<CardProps, 'eager'>) {
  const { t } = useTranslation('professionals')
  const name = displayName(professional.full_name)
  const signedIn = user !== null
  return (
    <div className="relative z-10 flex flex-wrap gap-2 self-end px-4 py-3 md:p-5 md:pt-4">
      <ButtonLink
        href={profileAddress(professional, { signedIn, search })}
        label={`${t('view_profile')}: ${name}`}
        className="grow px-2.5! md:px-3!"
      >
        {t('view_profile')}
      </ButtonLink>
      {user?.role === 'client' && (
        <ContactButton
          clientId={user.id}
          professionalId={professional.user_id}
          label={`${t('contact_professional')}: ${name}`}
          className="grow px-2.5! md:px-3!"
        >
          {t('contact_professional')}
        </ContactButton>
      )}
      {!user && (
        <ButtonLink
          href={intentAddress(professional, 'contact', { signedIn, search })}
          label={`${t('contact_professional')}: ${name}`}
          look="quiet"
          className="grow px-2.5! md:px-3!"
        >
          {t('contact_professional')}
        </ButtonLink>
      )}
    </div>
  )
}

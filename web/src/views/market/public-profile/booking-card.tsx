import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { formatShortDate } from '#contract/date-formats.ts'
import type { User } from '#contract/people/identity.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useUser } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { ContactButton } from '#web/features/market/professionals/contact-button.tsx'
import {
  intentAddress,
  addressWithDialog,
  withChoice,
} from '#web/features/market/professionals/addresses.ts'
import type { VisitChoice } from '#web/features/market/professionals/addresses.ts'
import { Rate } from '#web/features/market/professionals/rate.tsx'
import { totalOf } from '#web/features/market/professionals/visit-choice.ts'

type BookingProps = {
  professional: ShownProfessional
  user: User | null
  /** The query of the search in the profile's address. */
  search: string
  /** The visit that was chosen among the free times. rule: profile-times */
  choice: VisitChoice | undefined
}

/**
 * The price and the buttons to book and to write, beside the profile; a phone has the bar. Visitors can sign up.
 * rule: profile-booking
 */
export function BookingCard(props: BookingProps) {
  const { t } = useTranslation(['professionals', 'public_profile'])
  const { professional, user } = props
  const { first_name: name } = professional.user_details
  return (
    <section
      aria-labelledby="booking"
      className="flex flex-col gap-4 rounded-lg border max-md:hidden border-line bg-raised p-5 shadow-float"
    >
      <h2 id="booking" className="sr-only">
        {t('public_profile:booking_title')}
      </h2>
      <Rate dollars={professional.hourly_rate} from={professional.rates_from} />
      {props.choice && <ChosenText professional={professional} choice={props.choice} />}
      {professional.instant_booking && <p className="font-medium">{t('instant_text')}</p>}
      {user ? <BookAndWrite {...props} user={user} /> : <SignUp {...props} />}
      <p className="text-sm text-soft">{t('public_profile:booking_pay', { name })}</p>
    </section>
  )
}

/** 'Tue, Dec 1 · 8:00 AM · $84' on one line. Where it is too long, the time is cut, never the price. */
function ChosenText({
  professional,
  choice,
}: {
  professional: ShownProfessional
  choice: VisitChoice
}) {
  const { i18n } = useTranslation()
  const format = useFormat()
  const facts = [
    formatShortDate(i18n.language, choice.date),
    format.time(`${choice.date}T${choice.time}:00Z`, 'UTC'),
  ]
  return (
    <p className="tabular flex min-w-0 font-semibold max-[24rem]:text-sm">
      <span className="truncate">{facts.join(' · ')}</span>
      <span className="whitespace-pre"> · {format.shortMoney(totalOf(professional, choice))}</span>
    </p>
  )
}

function BookAndWrite({ professional, user, search, choice }: BookingProps & { user: User }) {
  const { t } = useTranslation(['professionals', 'public_profile', 'bookings'])
  const { first_name: name } = professional.user_details
  return (
    <>
      {!professional.instant_booking && (
        <p className="text-soft">{t('bookings:profile_text', { name })}</p>
      )}
      <div className="flex flex-col gap-2">
        <BookNow user={user} search={withChoice(search, choice)} wide>
          {t(choice ? 'public_profile:continue' : 'public_profile:book_now')}
        </BookNow>
        {user.role === 'client' && (
          <ContactButton clientId={user.id} professionalId={professional.user_id} wide>
            {t('contact_professional')}
          </ContactButton>
        )}
      </div>
      {user.role === 'client' && (
        <p className="text-sm text-soft">{t('bookings:contact_passes', { name })}</p>
      )}
    </>
  )
}

/** A phone's bar with the price and the buttons to book and to write. rule: profile-booking */
export function BookingBar(props: BookingProps) {
  const { t } = useTranslation(['professionals', 'public_profile'])
  const { professional, user, search, choice } = props
  const isVisitor = useUser() === null
  const [path] = useLocation()
  const format = useFormat()
  return (
    <div className="bottom-bar border-t border-line bg-raised p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden print:hidden">
      {choice && (isVisitor || user?.role === 'client') ? (
        <div className="flex items-center justify-between gap-2">
          <ChosenText professional={professional} choice={choice} />
          <ButtonLink href={continueAddress(props, path)} className="shrink-0 max-md:px-3">
            {t('public_profile:continue')}
          </ButtonLink>
        </div>
      ) : user ? (
        <div className="flex gap-2">
          {user.role === 'client' && (
            // The dialog says what the professional will see: the card that says it is far below.
            <ButtonLink
              href={addressWithDialog(path, 'contact', search)}
              look="quiet"
              className="max-md:px-3"
            >
              {t('contact')}
            </ButtonLink>
          )}
          <BookNow user={user} search={search} wide className="max-md:px-3">
            {t('public_profile:book_for', { rate: format.money(professional.hourly_rate) })}
          </BookNow>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3">
          <Rate dollars={professional.hourly_rate} from={professional.rates_from} tall />
          {isVisitor && (
            <ButtonLink
              href={intentAddress(professional, 'book', { signedIn: false, search })}
              className="min-w-0 grow basis-32 max-md:px-2 max-[24rem]:text-sm"
            >
              {t('public_profile:sign_up_to_book')}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  )
}

/** Where the choice can be booked: the dialog for clients, the sign-up for visitors. rule: profile-times */
function continueAddress(
  { professional, user, search, choice }: BookingProps,
  path: string,
): string {
  const query = withChoice(search, choice)
  return user
    ? addressWithDialog(path, 'book', query)
    : intentAddress(professional, 'book', { signedIn: false, search: query })
}

/** Invites visitors to sign up. Professionals, who can read a public page too, see nothing. rule: profile-booking */
function SignUp(props: BookingProps) {
  const { t } = useTranslation(['professionals', 'public_profile'])
  if (useUser()) return null
  return (
    <div className="flex flex-col gap-2">
      <p className="text-soft">{t('public_profile:sign_up_text')}</p>
      <ButtonLink href={continueAddress(props, '')} wide>
        {t(props.choice ? 'public_profile:continue' : 'public_profile:sign_up')}
      </ButtonLink>
    </div>
  )
}

type BookNowProps = {
  user: User
  search: string
  wide?: boolean
  className?: string
  children: string
}

/** Opens the booking dialog for clients. Professionals read that booking is for clients. rule: profile-booking */
export function BookNow({ user, search, children, ...shape }: BookNowProps) {
  const { t } = useTranslation('errors')
  const [path] = useLocation()
  if (user.role === 'professional') {
    return (
      <Button {...shape} onClick={() => toast.problem(t('clients_only_book'))}>
        {children}
      </Button>
    )
  }
  return (
    <ButtonLink href={addressWithDialog(path, 'book', search)} {...shape}>
      {children}
    </ButtonLink>
  )
}

import { useId } from 'react'
import type { ComponentProps } from 'react'
import { formatShortDate } from '#contract/date-formats.ts'
import { HOMES_MAX } from '#contract/market/home-rules.ts'
import type { User } from '#contract/people/identity.ts'
import { BOOKING_ANSWER_HOURS } from '#contract/bookings/booking-rules.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { homeOfBookingAddress } from '#web/features/market/homes/home-address.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/pictures/icons.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BookFooter } from './book-footer.tsx'
import { BookForm } from './book-form.tsx'
import type { SearchChoices } from './booking-draft.ts'
import { BookingSent, BookingSentActions } from './booking-sent.tsx'
import { focusOnMount } from '#web/ui/focus-on-mount.ts'
import type { ConfirmAction } from './use-instant.ts'
import { VerifyCode } from './steps/verify-code.tsx'
import { useRequestBooking } from './use-request-booking.ts'
import { useLocation, useSearch } from 'wouter'
import { withNext } from '#web/session/next-path.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

type BookDialogProps = SearchChoices & {
  professional: ShownProfessional
  onClose: () => void
}

/** 'Book Service'. It is open while it is rendered. rule: booking-fields, booking-dialog */
export default function BookDialog(props: BookDialogProps) {
  const user = useUser()
  if (user?.role !== 'client') return <ClientsOnly isVisitor={!user} onClose={props.onClose} />
  return <RequestDialog key={user.id} client={user} {...props} />
}

function RequestDialog({
  client,
  professional,
  onClose,
  ...choices
}: BookDialogProps & { client: User }) {
  const { t } = useTranslation('bookings')
  const formId = useId()
  const booking = useRequestBooking(client, professional, choices)
  const { form, steps, price, sendMutation, problem } = booking
  const submit = useSubmitText(booking, professional)

  if (sendMutation.isSuccess)
    return (
      <SentDialog
        client={client}
        professional={professional}
        booked={sendMutation.data}
        shownTotal={Number(sendMutation.variables.total_amount)}
        mayAddHome={booking.homeChoice.homes.length < HOMES_MAX}
        onClose={onClose}
      />
    )
  const isLast = steps.step === 3
  const footer = (
    <BookFooter
      formId={formId}
      price={price}
      earlierTotal={form.getValues('earlier_total')}
      note={isLast && <ConfirmNote action={booking.confirmAction} professional={professional} />}
      {...(problem ? { problem } : {})}
      {...(steps.step > 1 ? { onBack: () => steps.go(isLast ? 2 : 1) } : {})}
      submit={isLast ? submit : t('book.continue')}
      isHeld={isLast && price.isUpdating}
    />
  )
  return (
    <Dialog
      title={
        sendMutation.isPending
          ? t(sendMutation.variables.instant ? 'book.booking' : 'book.sending')
          : t('book.title')
      }
      height="full"
      onClose={onClose}
      {...(sendMutation.isPending ? {} : { footer })}
    >
      {sendMutation.isPending && <Sending />}
      {/* The lines of a step need the room of the dialog's edges. */}
      <div className="-my-2">
        <BookForm
          id={formId}
          hidden={sendMutation.isPending}
          steps={steps}
          form={form}
          homeChoice={booking.homeChoice}
          price={price}
          series={booking.series}
          professional={professional}
          searchForZip={booking.searchForZip}
          taken={booking.taken}
          onChange={booking.saveDraft}
          onChosen={booking.leaveTimes}
          onSubmit={booking.submit}
        />
        {isLast && booking.confirmAction === 'verify_email' && !sendMutation.isPending && (
          <VerifyCode client={client} />
        )}
      </div>
    </Dialog>
  )
}

type SentProps = Pick<BookDialogProps, 'professional' | 'onClose'> &
  Pick<ComponentProps<typeof BookingSent>, 'booked' | 'shownTotal'> & {
    client: User
    mayAddHome: boolean
  }

/** The visit that was booked or requested, as the server stored it. rule: price-lines */
function SentDialog({ client, booked, shownTotal, mayAddHome, professional, onClose }: SentProps) {
  const { t } = useTranslation('bookings')
  const { id, instant, held, visit } = booked
  const title = instant ? 'booked.at_once' : held ? 'booked.held_title' : 'booked.title'
  return (
    <Dialog
      title={t(title)}
      onClose={onClose}
      footer={
        <BookingSentActions
          id={id}
          clientId={client.id}
          professional={professional}
          onClose={onClose}
        />
      }
    >
      <BookingSent professional={professional} booked={booked} shownTotal={shownTotal} />
      {visit.home_id === null && mayAddHome && <SaveHome bookingId={id} />}
    </Dialog>
  )
}

/** 'Book Tue, Dec 1, 8:00 AM · $84', or 'Ask Grace for Tue, Dec 1 · $84'. rule: booking-dialog */
function useSubmitText(
  { form, price, confirmAction }: ReturnType<typeof useRequestBooking>,
  { user_details }: ShownProfessional,
): string {
  const { t, i18n } = useTranslation('bookings')
  const format = useFormat()
  const { booking_date: date, booking_time: time } = form.getValues()
  if (!date || !time) return t('book.confirm')
  const total = format.shortMoney(price.total)
  if (confirmAction === 'at_once') {
    return t('book.book', { when: format.visit(`${date}T${time}:00Z`, 'UTC'), total })
  }
  const name = user_details.first_name
  return t('book.ask', { name, day: formatShortDate(i18n.language, date), total })
}

/** The link that saves the address of a booking without a home as a home. rule: home-of-booking */
function SaveHome({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation('homes')
  return (
    <p className="mt-4">
      <TextLink href={homeOfBookingAddress(bookingId)}>{t('save_for_next_time')}</TextLink>
    </p>
  )
}

/** Tells what the submit button does with the chosen time, and who then sees what. rule: booking-dialog */
function ConfirmNote({
  action,
  professional,
}: {
  action: ConfirmAction
  professional: ShownProfessional
}) {
  const { t } = useTranslation(['bookings', 'errors'])
  const format = useFormat()
  const name = professional.user_details.first_name
  const effect = () => {
    if (action === 'undecided') return null
    if (action === 'at_once') return t('book.at_once')
    if (action === 'outside') return t('book.outside', { name })
    if (action === 'only_inside') return t('errors:outside_hours')
    if (typeof action === 'object') {
      return t('book.paused', { date: format.day(action.pausedUntil) })
    }
    return t('book.request', { name, hours: BOOKING_ANSWER_HOURS })
  }
  return (
    <>
      {effect()} {t('book.passes', { name })}
    </>
  )
}

function Sending() {
  const { t } = useTranslation('bookings')
  return (
    <p
      ref={focusOnMount}
      tabIndex={-1}
      role="status"
      className="flex items-center justify-center gap-3 py-16 text-soft outline-none"
    >
      <Spinner />
      {t('book.sending_help')}
    </p>
  )
}

/** Replaces the booking dialog for professionals and visitors. rule: booking-roles */
function ClientsOnly({ isVisitor, onClose }: { isVisitor: boolean; onClose: () => void }) {
  const { t } = useTranslation(['bookings', 'errors'])
  const [path] = useLocation()
  const search = useSearch()
  const currentAddress = search ? `${path}?${search}` : path
  const actions = isVisitor ? (
    <>
      <ButtonLink href={withNext('/login', currentAddress)}>{t('clients_only.login')}</ButtonLink>
      <ButtonLink href={withNext('/register', currentAddress)} look="quiet">
        {t('clients_only.sign_up')}
      </ButtonLink>
    </>
  ) : (
    <Button onClick={onClose}>{t('clients_only.back')}</Button>
  )
  return (
    <Dialog
      title={t('book.title')}
      onClose={onClose}
      footer={<div className="flex flex-wrap gap-3">{actions}</div>}
    >
      <p role="alert" className="font-medium">
        {t('errors:clients_only_book')}
      </p>
      {!isVisitor && <p className="mt-2 text-soft">{t('clients_only.professional')}</p>}
    </Dialog>
  )
}

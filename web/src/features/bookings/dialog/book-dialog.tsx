import { useId } from 'react'
import { HOMES_MAX } from '#contract/market/home-rules.ts'
import type { User } from '#contract/people/identity.ts'
import { BOOKING_ANSWER_HOURS } from '#contract/bookings/booking-rules.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { homeOfBookingAddress } from '#web/features/market/homes/home-address.ts'
import { SendVerification } from '#web/features/people/send-verification.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/pictures/icons.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BookFooter } from './book-footer.tsx'
import { BookForm } from './book-form.tsx'
import { LOST } from './booking-draft.ts'
import type { SearchChoices } from './booking-draft.ts'
import { BookingSent, BookingSentActions } from './booking-sent.tsx'
import { focusOnMount } from '#web/ui/focus-on-mount.ts'
import { isRequest } from './use-instant.ts'
import type { ConfirmAction } from './use-instant.ts'
import { useRequestBooking } from './use-request-booking.ts'
import { useLocation, useSearch } from 'wouter'
import { withNext } from '#web/session/next-path.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

type BookDialogProps = SearchChoices & {
  professional: ShownProfessional
  onClose: () => void
}

/** 'Book Service'. It is open while it is rendered. rule: booking-fields, booking-dialog-states */
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
  const { form, series, price, sendMutation, problem, searchForZip, confirm, saveDraft } = booking

  if (sendMutation.isSuccess) {
    const booked = sendMutation.data
    const { id, instant, held, visit } = booked
    const title = instant ? 'booked.at_once' : held ? 'booked.held_title' : 'booked.title'
    return (
      <Dialog
        title={t(title)}
        onClose={onClose}
        footer={<BookingSentActions id={id} onClose={onClose} />}
      >
        <BookingSent
          professional={professional}
          booked={booked}
          shownTotal={Number(sendMutation.variables.total_amount)}
        />
        {visit.home_id === null && booking.homeChoice.homes.length < HOMES_MAX && (
          <SaveHome bookingId={id} />
        )}
      </Dialog>
    )
  }
  const { booking_date: lost } = form.formState.errors
  const footer = (
    <BookFooter
      formId={formId}
      price={price}
      isRequest={isRequest(booking.confirmAction)}
      lost={lost?.type === LOST ? lost.message : undefined}
      earlierTotal={form.getValues('earlier_total')}
      note={
        <ConfirmNote
          confirmAction={booking.confirmAction}
          client={client}
          professional={professional}
        />
      }
      {...(problem ? { problem } : {})}
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
      <BookForm
        id={formId}
        hidden={sendMutation.isPending}
        form={form}
        homeChoice={booking.homeChoice}
        price={price}
        series={series}
        professional={professional}
        isTimeFound={booking.isTimeFound}
        searchForZip={searchForZip}
        taken={booking.taken}
        onChange={saveDraft}
        onConfirm={confirm}
      />
    </Dialog>
  )
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

/** Tells the client what the submit button does with the chosen time. rule: confirm-action */
function ConfirmNote({
  confirmAction,
  client,
  professional,
}: {
  confirmAction: ConfirmAction
  client: User
  professional: ShownProfessional
}) {
  const { t } = useTranslation(['bookings', 'errors'])
  const format = useFormat()
  const name = professional.user_details.first_name
  if (confirmAction === 'undecided') return null
  if (confirmAction === 'at_once') return t('book.at_once')
  if (confirmAction === 'outside') return t('book.outside', { name })
  if (confirmAction === 'only_inside') return t('errors:outside_hours')
  if (typeof confirmAction === 'object') {
    return t('book.paused', { date: format.day(confirmAction.pausedUntil) })
  }
  const request = t('book.request', { name, hours: BOOKING_ANSWER_HOURS })
  if (confirmAction === 'request') return request
  return (
    <>
      {t('book.verify')}
      <SendVerification user={client} />
      {request}
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

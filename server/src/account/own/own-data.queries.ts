import { sql } from 'kysely'
import type { z } from 'zod'
import type { exportData } from '#contract/account/account.ts'
import type { Db } from '#server/db/db.ts'
import { WORK_SHOWN_SQL } from '#server/visits/day/work-shown.ts'

export type OwnData = Omit<z.input<typeof exportData.answer>, 'exported_at'>

/**
 * All data about a user, as of one moment. Every column is named, so that a secret (hash, sealed number, token,
 * provider id) cannot leave by accident. Of others it has what the user's screens show, and nothing of a locked lead.
 * rule: account-export
 */
export async function ownData(db: Db, userId: string): Promise<OwnData> {
  const { rows } = await sql<{ data: OwnData }>`
    with me as (select ${userId}::uuid as id), pairs as (
      select leads.*, case when client_id = me.id then professional_id else client_id end as other_id,
        case when client_id = me.id then professionals.full_name else clients.first_name end as other_name
      from me join leads on me.id in (client_id, professional_id) join users as clients on clients.id = client_id
      join professionals on professionals.user_id = professional_id
      where client_id = me.id or opened_at is not null
    )
    select ${ACCOUNT_SQL} || ${PROFESSIONAL_SQL} || ${VISITS_SQL} || ${PEOPLE_SQL} as data from me`.execute(
    db,
  )
  return rows[0]!.data
}

/** The account, its sessions and devices, its notices, and what it wrote to support. */
const ACCOUNT_SQL = sql`jsonb_build_object(
  'account', (select to_jsonb(row) from (
    select id, role, email, first_name, last_name, phone, language, email_verified_at, created_at from users where id = me.id) as row),
  'sessions', ${rowsOf('select created_at, last_seen_at, expires_at, user_agent from sessions where user_id = me.id order by created_at')},
  'known_devices', ${rowsOf('select created_at, last_seen_at from known_devices where user_id = me.id order by created_at')},
  'passkeys', ${rowsOf('select name, created_at, last_used_at, synced from passkeys where user_id = me.id order by id')},
  'app_codes', (select to_jsonb(row) from (
    select created_at, confirmed_at from totp_secrets where user_id = me.id) as row),
  'recovery_codes', ${rowsOf('select created_at, used_at from recovery_codes where user_id = me.id order by used_at, code_hash')},
  'security_events', ${rowsOf('select kind, at, browser, system, known_device, request_id is null as by_operator from security_events where user_id = me.id order by id')},
  'suspensions', ${rowsOf('select reason, keeps_visits, began_at, ended_at from suspensions where user_id = me.id order by began_at')},
  'decisions', ${rowsOf('select decisions.action, decisions.reason, decisions.at, audit_texts.text, appeals.text as appeal, appeals.at as appealed_at, appeals.state as appeal_state, appeals.answer from decisions left join audit_texts on audit_texts.seq = decisions.seq left join appeals on decision_id = decisions.id where person_id = me.id and told_at is not null order by decisions.id')},
  'notices', ${rowsOf('select kind, data, at, read_at, emailed_at, pushed_at from notices where user_id = me.id order by at')},
  'notice_switches', ${rowsOf('select topic, channel, enabled from notice_switches where user_id = me.id order by topic, channel')},
  'push_subscriptions', ${rowsOf('select endpoint, created_at from push_subscriptions where user_id = me.id order by created_at')},
  'calendar_feed', (select to_jsonb(row) from (
    select created_at from calendar_feeds where user_id = me.id) as row),
  'support_messages', ${rowsOf(`select 'C-' || number as number, topic, booking_id, name, email, text, at, closed_at,
      (select coalesce(jsonb_agg(jsonb_build_object('from', case when by_us then 'lustra' else 'you' end, 'text', post.text, 'at', post.at)
        order by post.at, post.id), '[]') from support_posts as post where thread_id = support_messages.id) as then
      from support_messages where user_id = me.id order by at`)})`

/** The data that only a professional has: profile, time, offer, check, money. */
const PROFESSIONAL_SQL = sql`jsonb_build_object(
  'professional_profile', (select to_jsonb(row) from (
    select slug, full_name, business_name, bio, hourly_rate_cents, years_experience, employees_count, social_media_url,
      services, frequencies, background_check_status, background_checked_at, '/api/uploads/' || profile_image as profile_image,
      (select coalesce(jsonb_agg('/api/uploads/' || file), '[]') from unnest(gallery_images) as file) as gallery_images,
      created_at, updated_at
    from professionals where user_id = me.id) as row),
  'service_areas', ${rowsOf('select label from professional_areas where professional_id = me.id order by position')},
  'working_time', (select to_jsonb(row) from (
    select base_zip, stated, paused_until, instant_booking, buffer_minutes, travel, notice_hours, horizon_days,
      max_visits_a_day, max_hours_a_day, min_hours, only_inside_hours, over_breaks
    from professional_times where professional_id = me.id) as row),
  'working_hours', ${rowsOf('select weekday, from_minute, to_minute from working_hours where professional_id = me.id order by weekday, from_minute')},
  'time_exceptions', ${rowsOf('select kind, from_date, to_date, from_minute, to_minute, note, created_at from time_exceptions where professional_id = me.id order by from_date, id')},
  'busy_calendars', ${rowsOf('select label, kind, host, state, problem, read_at, unread, unsure_zones, time_zone, created_at from busy_calendars where professional_id = me.id order by created_at')},
  'busy_times', ${rowsOf('select busy_calendars.label, starts_at, ends_at from busy_times join busy_calendars on busy_calendars.id = calendar_id where busy_times.professional_id = me.id order by starts_at, ends_at')},
  'offer', (select to_jsonb(row) from (
    select brings, supplies_price_cents, eco_products, pets_ok, languages, weekly_percent, biweekly_percent,
      monthly_percent, cost_per_mile_cents, supplies_per_visit_cents
    from offers where professional_id = me.id) as row),
  'offer_services', ${rowsOf('select service_type, hourly_rate_cents, minimum_hours, included from offer_services where professional_id = me.id order by service_type')},
  'offer_extras', ${rowsOf('select code, name, minutes, price_cents from offer_extras where professional_id = me.id order by position')},
  'background_check', (select to_jsonb(row) from (
    select ssn_last4, consent_version, consented_at, submitted_at, decided_at, rejected_at
    from verifications where professional_id = me.id) as row),
  'document_checks', ${rowsOf(`select kind, state, document_kind, document_expires_on, insurer, amount_dollars, insured_until, pages,
      submitted_at, decided_at, expires_at, consent_version, (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'email', email,
        'asked_at', asked_at, 'answered_at', answered_at) order by id), '[]') from check_references where check_id = document_checks.id) as "references"
    from document_checks where professional_id = me.id order by submitted_at`)},
  'verification_notices', ${rowsOf('select kind, reason, text, sent_at, stands_at, disputed_at, dispute, ended_at, outcome from verification_notices where professional_id = me.id order by sent_at')},
  'subscription', (select to_jsonb(row) from (
    select status, started_at, paid_until, cancel_at_period_end, price_cents, monthly_credits from subscriptions where professional_id = me.id) as row),
  'payments', ${rowsOf('select number, kind, amount_cents, status, billed_to, period_start, period_end, created_at, paid_at from payments where professional_id = me.id order by number')},
  'lead_credits', ${rowsOf('select kind, amount, reason, at from lead_ledger where professional_id = me.id order by id')},
  'safety_contact', (select to_jsonb(row) from (
    select name, email, language, created_at from safety_contacts where professional_id = me.id) as row))`

/** Homes, bookings, and what belongs to a visit. */
const VISITS_SQL = sql`jsonb_build_object(
  'homes', ${rowsOf(`
    select id, label, address, city, state, zip_code, kind, bedrooms, bathrooms, square_feet, floors, pets, parking, supplies_at_home, created_at,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', home_rooms.kind, 'name', name, 'important', important,
          'do_not_enter', do_not_enter, 'note', note) order by position), '[]') from home_rooms where home_id = homes.id) as rooms,
      (select coalesce(jsonb_agg('/api/private-photos/' || file order by created_at, file), '[]') from home_photos where home_id = homes.id) as photos
    from homes where client_id = me.id order by created_at, id`)},
  'access_views', ${rowsOf(`
    select access_views.booking_id, case when access_views.professional_id is null then 'client' else 'professional' end as by,
      case when homes.client_id = me.id then professionals.full_name end as professional, access_views.fields, access_views.at
    from me, access_views join homes on homes.id = access_views.home_id
    left join professionals on professionals.user_id = access_views.professional_id
    where me.id in (homes.client_id, access_views.professional_id) order by access_views.id`)},
  'bookings', ${rowsOf(`
    select bookings.id, pairs.other_name as "with", bookings.status, service_type, cleaning_frequency, booking_date, booking_time,
      time_zone, bookings.city, bookings.state, bookings.zip_code, bookings.address,
      notes, estimated_hours, bookings.hourly_rate_cents, total_cents,
      supplies,
      (select jsonb_agg(to_jsonb(line) - 'booking_id' - 'position' order by position) from booking_lines as line where booking_id = bookings.id) as lines,
      home_facts as home, case when bookings.client_id = me.id or bookings.status in ('accepted', 'completed')
        then jsonb_build_object('rooms', home_rooms, 'parking', home_parking) end as home_details,
      (select jsonb_agg(jsonb_build_object('stage', said.stage, 'at', at, 'received_at', received_at, 'eta_minutes', eta_minutes,
          'note', said.note) order by at, received_at) from booking_stages as said where booking_id = bookings.id) as stages,
      reason, reason_code,
      cancelled_by, cancelled_at, cancelled_late, late_excused, no_show, all_good_at, bookings.created_at
    from me, bookings join pairs on pairs.client_id = bookings.client_id and pairs.professional_id = bookings.professional_id
    where bookings.client_id = me.id or bookings.held is null
    order by bookings.created_at, bookings.id`)},
  'checklists', ${rowsOf(`
    select booking_id, item_id, checklist_marks.state, note, at
    from checklist_marks join bookings on bookings.id = booking_id
    where bookings.professional_id = me.id or bookings.client_id = me.id and ${WORK_SHOWN_SQL}
    order by at, item_id`)},
  'visit_photos', ${rowsOf(`
    select booking_id, '/api/private-photos/' || file as photo, moment, item_id, at
    from visit_photos join bookings on bookings.id = booking_id
    where bookings.professional_id = me.id or bookings.client_id = me.id and ${WORK_SHOWN_SQL}
    order by visit_photos.created_at, file`)},
  'photo_pairs', ${rowsOf(`
    select booking_id, photo_pairs.state, '/api/private-photos/' || before_file as before, '/api/private-photos/' || after_file as after,
      asked_at, photo_pairs.answered_at
    from photo_pairs join bookings on bookings.id = booking_id and me.id in (client_id, professional_id)
    order by asked_at, photo_pairs.id`)},
  'proposals', ${rowsOf(`
    select booking_proposals.booking_id, booking_proposals.by, booking_proposals.booking_date, booking_proposals.booking_time,
      note, booking_proposals.status, booking_proposals.created_at
    from booking_proposals join bookings on bookings.id = booking_id
    join pairs on pairs.client_id = bookings.client_id and pairs.professional_id = bookings.professional_id
    order by booking_proposals.created_at`)},
  'problems', ${rowsOf(`
    select problems.booking_id, pairs.other_name as "with", problems.kind, problems.by, problems.state, problems.opened_at,
      problems.statement, problems.answer, problems.answered_at, problems.value_cents, problems.reclean_date, problems.reclean_time,
      problems.reclean_hours, problems.decision, problems.decision_text, problems.ended_at,
      (select coalesce(jsonb_agg('/api/private-photos/' || file order by at, file), '[]') from problem_photos where problem_id = problems.id) as photos
    from problems join bookings on bookings.id = booking_id
    join pairs on pairs.client_id = bookings.client_id and pairs.professional_id = bookings.professional_id
    order by problems.opened_at, problems.id`)},
  'contact_attempts', ${rowsOf(`
    select booking_contacts.booking_id, booking_contacts.at, booking_contacts.received_at, booking_contacts.by,
      booking_contacts.way
    from booking_contacts join bookings on bookings.id = booking_id
    join pairs on pairs.client_id = bookings.client_id and pairs.professional_id = bookings.professional_id
    order by booking_contacts.at`)},
  'agreements', ${rowsOf(`
    select coalesce(bookings.id, series.request_id) as booking_id, version, because, made_at,
      jsonb_path_query_array(columns, '$[*].text') as texts, hash,
      (select at from agreement_confirmations where agreement_id = agreements.id and side = 'client') as client_agreed_at,
      (select at from agreement_confirmations where agreement_id = agreements.id and side = 'professional') as professional_agreed_at
    from agreements left join bookings on bookings.id = agreements.booking_id
    left join series on series.id = agreements.series_id and agreements.booking_id is null
    join pairs on pairs.client_id = coalesce(bookings.client_id, series.client_id)
      and pairs.professional_id = coalesce(bookings.professional_id, series.professional_id)
    order by made_at, agreements.id`)},
  'visit_changes', ${rowsOf(`
    select booking_changes.booking_id, booking_changes.by, booking_changes.estimated_hours, booking_changes.supplies,
      booking_changes.lines, booking_changes.status, booking_changes.created_at, booking_changes.answered_at
    from booking_changes join bookings on bookings.id = booking_id
    join pairs on pairs.client_id = bookings.client_id and pairs.professional_id = bookings.professional_id
    order by booking_changes.created_at, booking_changes.id`)},
  'safety_timers', ${rowsOf(`
    select booking_id, check_by, safety_timers.state, safety_timers.created_at, warned_at, alarmed_at, contact_name, safety_timers.email as told,
      alarm_sent_at, checked_in_sent_at, openings,
      (select coalesce(jsonb_agg(at order by at), '[]') from safety_openings where timer_id = safety_timers.id) as opened_at
    from safety_timers join bookings on bookings.id = booking_id
    where bookings.professional_id = me.id order by check_by, safety_timers.id`)},
  'visit_hours', ${rowsOf(`
    select booking_id, booked_minutes, actual_minutes, billed_minutes, answer, answer_until, booking_hours.by, lines, settled_at,
      final_cents
    from booking_hours join bookings on bookings.id = booking_id
    join pairs on pairs.client_id = bookings.client_id and pairs.professional_id = bookings.professional_id
    order by bookings.starts_at, booking_id`)},
  'visit_receipts', ${rowsOf(`
    select booking_id, 'V-' || number as number, client_method, client_paid_on, professional_method, professional_paid_on
    from receipts join bookings on bookings.id = booking_id
    join pairs on pairs.client_id = bookings.client_id and pairs.professional_id = bookings.professional_id
    where bookings.status in ('accepted', 'completed') order by number`)},
  'series', ${rowsOf(`
    select series.id, pairs.other_name as "with", series.status, service_type, time_zone,
      series.city, series.state,
      series.zip_code, series.address, series.notes,
      until, extras, supplies, supplies_cents, discount_percent, series.created_at,
      (select jsonb_agg(jsonb_build_object('from_date', from_date, 'first_date', first_date, 'cleaning_frequency', cleaning_frequency,
          'booking_time', booking_time, 'estimated_hours', estimated_hours, 'hourly_rate_cents', hourly_rate_cents) order by from_date)
        from series_terms where series_id = series.id) as terms,
      (select coalesce(jsonb_agg(jsonb_build_object('date', date, 'status', series_visits.status, 'skipped_by', skipped_by,
          'moved_date', moved_date, 'moved_time', moved_time) order by date), '[]')
        from series_visits where series_id = series.id) as dates,
      (select coalesce(jsonb_agg(jsonb_build_object('from_date', from_date, 'to_date', to_date) order by from_date), '[]')
        from series_pauses where series_id = series.id) as pauses
    from me, series join pairs on pairs.client_id = series.client_id and pairs.professional_id = series.professional_id
    where series.client_id = me.id or not exists (select from bookings where bookings.id = request_id and bookings.held is not null)
    order by series.created_at, series.id`)},
  'series_changes', ${rowsOf(`
    select series_id, by, from_date, weekday, booking_time, estimated_hours, cleaning_frequency, hourly_rate_cents,
      series_changes.status, series_changes.created_at
    from series_changes join series on series.id = series_id
    join pairs on pairs.client_id = series.client_id and pairs.professional_id = series.professional_id
    order by series_changes.created_at, series_changes.id`)})`

/** The contacts, messages, reviews and other records that the user shares with others. */
const PEOPLE_SQL = sql`jsonb_build_object(
  'contacts', ${rowsOf('select conversation_id, other_name as "with", source, created_at from pairs order by created_at')},
  'messages', ${rowsOf(`
    select messages.conversation_id, pairs.other_name as "with", sender_id = me.id as sent_by_me, kind, text,
      case when picture is not null then '/api/chat/pictures/' || picture end as picture, booking_id, event,
      messages.created_at, read_at
    from messages join pairs on pairs.conversation_id = messages.conversation_id order by seq`)},
  'reviews_written', ${rowsOf(`
    select professionals.full_name as "about", rating, title, comment, on_time, as_agreed, book_again, reviews.created_at, edited_at,
      visit, state, public_at, answer,
      (select to_jsonb(old) - 'review_id' from review_versions as old where review_id = reviews.id) as before_edit
    from reviews join professionals on professionals.user_id = reviews.professional_id where reviews.client_id = me.id
    order by reviews.created_at`)},
  'review_photos', ${rowsOf("select '/api/review-photos/' || file as photo, review_id, created_at from review_photos where client_id = me.id order by created_at, file")},
  'reviews_received', ${rowsOf(`
    select users.first_name as "from", rating, title, comment, on_time, as_agreed, book_again, reviews.created_at, edited_at, answer,
      answered_at
    from reviews join users on users.id = reviews.client_id where reviews.professional_id = me.id and state = 'public'
    order by reviews.created_at`)},
  'client_notes_written', ${rowsOf(`
    select booking_id, as_described, paid_as_agreed, kind, come_again, text, written_at, revealed_at
    from client_notes join bookings on bookings.id = booking_id where professional_id = me.id order by written_at`)},
  'client_notes_received', ${rowsOf(`
    select booking_id, as_described, paid_as_agreed, kind, come_again, text, written_at, revealed_at
    from client_notes join bookings on bookings.id = booking_id
    where client_id = me.id and revealed_at is not null order by written_at`)},
  'blocked', ${rowsOf(`
    select pairs.other_name as who, at from blocks join pairs on pairs.other_id = blocked_id where blocker_id = me.id order by at`)},
  'reports', ${rowsOf('select subject_kind, reason_code, reason, at, closed_at from reports where reporter_id = me.id order by id')})`

/** The rows of a query as one JSON list. The query may read `me` and `pairs`. */
function rowsOf(query: string) {
  return sql.raw(`(select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (${query}) as listed)`)
}

-- Whether a review counts is decided when it is written: only after a visit of the pair has taken place.
-- rule: review-counts
alter table reviews add column verified_hire boolean not null default false;

create function verify_hire() returns trigger language plpgsql as $$
begin
  new.verified_hire := exists (
    select from bookings
    where bookings.professional_id = new.professional_id and bookings.client_id = new.client_id
      and (bookings.status = 'completed' or bookings.status = 'accepted' and bookings.ends_at <= new.created_at)
  );
  return new;
end $$;
create trigger reviews_verify_hire before insert on reviews for each row execute function verify_hire();

-- Of the reviews that are stored already, those count that were written after the end of a visit, or after somebody had
-- marked one as completed.
update reviews set verified_hire = true
where exists (
  select from bookings
  where bookings.professional_id = reviews.professional_id and bookings.client_id = reviews.client_id
    and bookings.status in ('accepted', 'completed') and (
      bookings.ends_at <= reviews.created_at or exists (
        select from events
        where events.subject_id = bookings.id and events.kind = 'booking.completed' and events.at <= reviews.created_at
      )
    )
);

-- The sums that cards and search show, as recountReviews and refreshSearchEntries write them.
with sums as (
  select professionals.user_id, coalesce(sum(rating) filter (where verified_hire), 0)::integer as rating_sum,
    count(*) filter (where verified_hire)::integer as total_reviews
  from professionals left join reviews on reviews.professional_id = professionals.user_id
  group by professionals.user_id
), latest as (
  select professional_id, jsonb_agg(card order by place) as cards
  from (
    select reviews.professional_id, row_number() over (
        partition by reviews.professional_id order by reviews.created_at desc, reviews.id desc) as place,
      jsonb_build_object(
        'rating', reviews.rating, 'title', reviews.title, 'comment', reviews.comment,
        'reviewerName', person.name, 'client_name', person.name,
        'created_at', to_char(reviews.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'verified_hire', true
      ) || case when reviews.answer is null then '{}' else jsonb_build_object('answer', jsonb_build_object(
        'text', reviews.answer,
        'answered_at', to_char(reviews.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) end as card
    from reviews join users on users.id = reviews.client_id cross join lateral (
      select users.first_name || case when users.last_name = '' then '' else ' ' || left(users.last_name, 1) || '.' end as name
    ) as person
    where reviews.verified_hire
  ) as counted
  where place <= 3 group by professional_id
)
update professionals set rating_sum = sums.rating_sum, total_reviews = sums.total_reviews,
  latest_reviews = coalesce(latest.cards, '[]')
from sums left join latest on latest.professional_id = sums.user_id
where professionals.user_id = sums.user_id
  and (professionals.rating_sum, professionals.total_reviews) is distinct from (sums.rating_sum, sums.total_reviews);

update search_entries as entry set rating = wanted.rating, rating_key = wanted.rating_key
from (
  select user_id, (case when total_reviews = 0 then 0 else rating_sum * 5000 / total_reviews end)::smallint as rating,
    ((rating_sum + 40) * 1000000::bigint / (total_reviews + 10))::integer as rating_key
  from professionals
) as wanted
where entry.professional_id = wanted.user_id
  and (entry.rating, entry.rating_key) is distinct from (wanted.rating, wanted.rating_key);

-- Offers that were started before keep what their files say at this moment.
ALTER TABLE "clicks" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "milestone" text;--> statement-breakpoint
UPDATE clicks SET terms = jsonb_build_object(
    'goal', o.goal,
    'requirements', jsonb_build_object('new_users_only', o.new_users_only, 'spend_cents', o.spend_cents,
      'deadline_days', o.deadline_days, 'devices', o.devices, 'countries', o.countries),
    'holds', p.holds)
  FROM offers o, partners p
  WHERE o.id = clicks.offer_id AND p.id = clicks.partner;

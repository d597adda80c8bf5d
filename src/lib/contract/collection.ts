/** What a player has hatched: a card for each kind of creature. */
import * as v from 'valibot';
import { defineCall, timeSchema } from './call.ts';

/** A creature's pixels and hue, as lib/arcade/creatures.ts reads them. */
const creatureCode = v.pipe(v.string(), v.regex(/^[0-9a-v]{5,10}-\d{1,3}$/));

export const findSchema = v.object({
  /** Which kind it is, and so its name and rarity. */
  kind: v.number(),
  /** The first one of its kind that this player found. */
  creature: creatureCode,
  found_at: timeSchema,
  count: v.number(),
  /** The kinds that it was bred from; null where it was hatched. */
  parents: v.nullable(v.array(v.number())),
});
export type Find = v.InferOutput<typeof findSchema>;

const parentSchema = v.pipe(v.number('Choose a creature.'), v.integer('Choose a creature.'));

/** Errors: invalid for creatures that the caller hasn't found, or of different sizes; limit_reached for the second of a UTC day. */
export const breedCreatures = defineCall('user', 'POST /api/user/collection/breed', {
  summary: 'Breed two creatures of the collection, once a day',
  body: v.object({ one: parentSchema, other: parentSchema }),
  answer: v.object({
    find: findSchema,
    /** Whether the kind is new in the collection. */
    is_new: v.boolean(),
    next_at: timeSchema,
  }),
});
export type Bred = v.InferOutput<typeof breedCreatures.answer>;

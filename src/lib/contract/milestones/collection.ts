/** A player's collection of creatures: one card per kind. */
import * as v from 'valibot';
import { defineCall, timeSchema } from '../call.ts';

/** A creature's pixels and hue, in the format of lib/arcade/creatures.ts. */
const creatureCode = v.pipe(v.string(), v.regex(/^[0-9a-v]{5,10}-\d{1,3}$/));

export const findSchema = v.object({
  /** The kind, which decides the name and the rarity. */
  kind: v.number(),
  /** The first creature of this kind that the player found. */
  creature: creatureCode,
  found_at: timeSchema,
  count: v.number(),
  /** The kinds it was bred from. Null if it was hatched. */
  parents: v.nullable(v.array(v.number())),
});
export type Find = v.InferOutput<typeof findSchema>;

const parentSchema = v.pipe(v.number('Choose a creature.'), v.integer('Choose a creature.'));

/**
 * Breeds two creatures. Errors: invalid if the caller hasn't found them or their sizes differ; limit_reached for the second time
 * in a UTC day.
 */
export const breedCreatures = defineCall('user', 'POST /api/user/collection/breed', {
  summary: 'Breed two creatures from the collection, once a day',
  body: v.object({ one: parentSchema, other: parentSchema }),
  answer: v.object({
    find: findSchema,
    /** Whether this kind is new to the collection. */
    is_new: v.boolean(),
    next_at: timeSchema,
  }),
});
export type Bred = v.InferOutput<typeof breedCreatures.answer>;

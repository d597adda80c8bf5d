/**
 * Reads the files of partners and offers, which are next to the rest of the catalogue. They are read and imported once, at start.
 */
import { join } from 'node:path';
import {
  type OfferFile,
  offerFileSchema,
  PARTNER_ID,
  type PartnerFile,
  partnerFileSchema,
} from '../../../src/lib/contract/offers/offer-files.ts';
import { catalogueFolder, readFolder, unusable } from '../../platform/catalogue-files.ts';

export interface OfferFiles {
  readonly partners: readonly (PartnerFile & { readonly id: string })[];
  readonly offers: readonly (OfferFile & { readonly slug: string })[];
}

/**
 * Returns all partners and offers, in the order of their file names.
 * @throws Error naming the file and the field if a value is wrong, an id is used twice, or a partner doesn't exist
 */
export function readOffers(dir = catalogueFolder): OfferFiles {
  const partners = readFolder(join(dir, 'partners'), partnerFileSchema).map(({ file, slug, entry }) => {
    const wrong = (what: string) => unusable(file, what);
    if (!PARTNER_ID.test(slug))
      throw wrong('the file’s name is the partner’s id: small letters, digits and hyphens.');
    if (entry.demo !== (entry.url === null))
      throw wrong('url: a partner needs one, and only the demo partner has none.');
    return { ...entry, id: slug };
  });
  const taken = new Map<number, string>();
  const offers = readFolder(join(dir, 'offers'), offerFileSchema).map(({ file, slug, entry }) => {
    const wrong = (what: string) => unusable(file, what);
    const other = taken.get(entry.id);
    if (other) throw wrong(`id: ${other} already has the offer id ${entry.id}.`);
    taken.set(entry.id, file);
    if (!partners.some(({ id }) => id === entry.partner))
      throw wrong(`partner: there is no partner "${entry.partner}".`);
    if (new Set(entry.milestones.map(({ code }) => code)).size < entry.milestones.length)
      throw wrong('milestones: each code may be used once.');
    return { ...entry, slug };
  });
  return { partners, offers };
}

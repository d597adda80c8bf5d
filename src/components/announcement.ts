import { getEntry } from 'astro:content';
import { withFigures } from '../content/copy-rules.ts';
import { type Announcement, isAnnounced } from '../content/site-rules.ts';
import { figuresNow } from './figures.ts';

/** Returns the announcement of src/content/announcement.json with its figures, if it applies on the day of the build. */
export async function announcementNow(): Promise<(Announcement & { text: string }) | undefined> {
  const data = (await getEntry('announcement', 'announcement'))?.data;
  if (data?.text === undefined || !isAnnounced(data)) return undefined;
  return { ...data, text: withFigures(data.text, await figuresNow()) };
}

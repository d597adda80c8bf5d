import type { Notice } from '../../lib/contract/notices.ts';
import { Time } from './Time.tsx';

/** One notice: what, why and when; new ones are marked by a word as well as by weight. */
export function NoticeItem({ notice }: { readonly notice: Notice }) {
  const { title, body, href, read, created_at } = notice;
  const inner = (
    <>
      <b>{title}</b>
      {body !== '' && <span className="said">{body}</span>}
      <small>
        {!read && <span className="state info">new</span>} <Time at={created_at} />
      </small>
    </>
  );
  return (
    <li className={read ? 'notice-item' : 'notice-item fresh'}>
      {href === null ? <div className="inner">{inner}</div> : <a href={href}>{inner}</a>}
    </li>
  );
}

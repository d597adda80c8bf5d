import type { OperatorPartner } from '../../../lib/contract/operator-partners.ts';
import { Code } from '../../shared/Code.tsx';
import { addKey, disable, enable, endKeys, endOldKey } from '../partners-store.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts } from '../parts/DetailFrame.tsx';
import { logKeeps, reasonField } from '../parts/words.tsx';

/** What an operator can do with a partner: its keys, and switching it on and off. */
export function PartnerActs({
  partner: { id, name, keys, key_proposed_by: proposedBy, enabled, listed },
}: {
  readonly partner: OperatorPartner;
}) {
  return (
    <Acts>
      <ActButton
        label="Make a new key"
        of={name}
        proposedBy={proposedBy}
        title={`Make a new key for ${name}?`}
        says={
          <>
            <p>
              {proposedBy
                ? `${proposedBy.name} has proposed it. Another operator makes it, and sees it only once.`
                : 'If there is another operator, this only proposes the key: they have to make it. If there isn’t, you see it now, only once, and can’t pay anything else alone for 24 hours.'}
            </p>
            <p>
              The newest key stays valid beside it, so that {name} can change over
              {keys.length > 1 && '. The older one ends when the new one is made'}.
            </p>
          </>
        }
        fields={[reasonField(logKeeps)]}
        submit="Make the key"
        send={(values) => addKey(id, values.text('reason'))}
        after={({ secret }) =>
          secret && (
            <>
              <p>Send it to {name} over a safe channel. It can’t be shown again.</p>
              <Code of={name} code={secret} />
            </>
          )
        }
        told={({ secret }) =>
          secret
            ? `${name} has a new key.`
            : `A new key for ${name} is proposed. Another operator has to make it.`
        }
      />
      {keys.length > 1 && (
        <ActButton
          main
          label="End the old key"
          of={name}
          title={`End the old key of ${name}?`}
          says={<p>Reports that are still signed by it are refused from now on.</p>}
          fields={[reasonField(logKeeps)]}
          submit="End the old key"
          send={(values) => endOldKey(id, values.text('reason'))}
          told={() => `The old key of ${name} has ended.`}
        />
      )}
      {keys.length > 0 && (
        <ActButton
          label="End all keys"
          of={name}
          title={`End all keys of ${name}?`}
          says={
            <p>
              As when one has leaked: all its reports are refused until there is a new one. {name} sends them
              again later.
            </p>
          }
          fields={[reasonField(logKeeps)]}
          submit="End all keys"
          send={(values) => endKeys(id, values.text('reason'))}
          told={() => `${name} has no key any more.`}
        />
      )}
      {enabled && (
        <ActButton
          label="Switch it off"
          of={name}
          title={`Switch ${name} off?`}
          says={<p>Its offers are hidden and its reports refused, which it then sends again later.</p>}
          fields={[reasonField(logKeeps)]}
          submit="Switch it off"
          send={(values) => disable(id, values.text('reason'))}
          told={() => `${name} is switched off.`}
        />
      )}
      {!enabled && listed && (
        <ActButton
          main
          label="Switch it on"
          of={name}
          title={`Switch ${name} on?`}
          says={<p>Its offers are shown and its reports taken again.</p>}
          fields={[reasonField(logKeeps)]}
          submit="Switch it on"
          send={(values) => enable(id, values.text('reason'))}
          told={() => `${name} is on.`}
        />
      )}
    </Acts>
  );
}

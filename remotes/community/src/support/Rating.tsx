import { type SupportConversation, useRateConversation } from '@tessera/api/support';
import { useTexts } from '@tessera/i18n';
import { Button, Heading, Text } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { Star } from '@tessera/ui/icons';
import { useState } from 'react';
import styles from './Support.module.css';

const STARS = [1, 2, 3, 4, 5] as const;

/** How the conversation was, once it is over. */
export function Rating({ conversation }: { readonly conversation: SupportConversation }) {
  const t = useTexts('community/support');
  const [rating, setRating] = useState(conversation.rating ?? 0);
  const [comment, setComment] = useState('');
  const [done, setDone] = useState(conversation.rating !== null);
  const rate = useRateConversation({ onDone: () => setDone(true) });
  if (done)
    return (
      <Text size={14} align="center">
        {t('rating.thanks')}
      </Text>
    );
  return (
    <section className={styles.rating} aria-label={t('rating.title')}>
      <Heading size={16}>{t('rating.title')}</Heading>
      <div className={styles.stars} role="radiogroup" aria-label={t('rating.title')}>
        {STARS.map((star) => (
          <label key={star} className={styles.star} data-on={star <= rating || undefined}>
            <input
              type="radio"
              name="rating"
              checked={star === rating}
              aria-label={t('rating.stars', { count: star })}
              onChange={() => setRating(star)}
            />
            <Star aria-hidden="true" />
          </label>
        ))}
      </div>
      {rating > 0 && (
        <>
          <TextInput label={t('rating.comment')} value={comment} onChange={setComment} />
          <Button
            busy={rate.busy}
            onClick={() =>
              rate.run({ id: conversation.id, rating, ...(comment.trim() !== '' && { comment: comment.trim() }) })
            }
          >
            {t('rating.send')}
          </Button>
        </>
      )}
    </section>
  );
}

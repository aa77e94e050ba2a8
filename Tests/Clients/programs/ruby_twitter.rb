# Does what a program with the gem `twitter` does, and prints what it got as JSON.
require 'json'
require 'stringio'
require 'twitter'

given = JSON.parse($stdin.read, symbolize_names: true)
key = {consumer_key: given[:key], consumer_secret: given[:secret]}
app = Twitter::REST::Client.new(key)
ann = Twitter::REST::Client.new(**key, access_token: given[:token], access_token_secret: given[:token_secret])

def refusal
  yield
  'nothing'
rescue Twitter::Error => e
  [e.class.name, e.code]
end

tweet = ann.update(given[:text])
reply = ann.update("@#{given[:other]} héllo & you", in_reply_to_status_id: given[:theirs])
media = ann.update_with_media('A picture of ruby', File.new(given[:picture]))
said = {
  app: {
    bearer: app.token[0, 1] != '',
    user: app.user(given[:other]).id.to_s,
    image: app.user(given[:other]).profile_image_uri(:original).to_s,
    timeline: app.user_timeline(given[:other], count: 200).map { |t| t.id.to_s },
    tweet: app.status(given[:theirs]).text,
    found: app.search(given[:word]).map { |t| t.id.to_s },
    followers: app.followers(given[:other]).map(&:screen_name),
    home: refusal { app.home_timeline },
    update: refusal { app.update('No') },
  },
  found: ann.search(given[:word]).map { |t| t.id.to_s },
  me: ann.verify_credentials.screen_name,
  text: tweet.text,
  created: tweet.created_at.year,
  url: tweet.uri.to_s,
  source: tweet.source,
  reply: [reply.in_reply_to_status_id.to_s, reply.in_reply_to_screen_name, reply.reply?],
  mentions: reply.user_mentions.map { |m| [m.screen_name, reply.text[m.indices[0]...m.indices[1]]] },
  media: media.media.map { |m| [m.class.name, m.sizes.keys.sort, m.media_uri_https.to_s] },
  duplicate: refusal { ann.update!(given[:text]) },
  duplicate_hidden: ann.update(given[:text]).class.name,
  favorite: ann.favorite!(given[:theirs]).first.favorited?,
  favorite_again: refusal { ann.favorite!(given[:theirs]) },
  favorite_hidden: ann.favorite(given[:theirs]).length,
  favorites: ann.favorites.map { |t| t.id.to_s },
  unfavorite: ann.unfavorite(given[:theirs]).first.favorited?,
  unfavorite_again: refusal { ann.unfavorite!(given[:theirs]) },
  retweet: ann.retweet!(given[:theirs]).first.then { |t| [t.retweet?, t.retweeted_status.id.to_s, t.text[0, 4]] },
  retweet_again: refusal { ann.retweet!(given[:theirs]) },
  retweeters: ann.retweeters_ids(given[:theirs]).map(&:to_s),
  unretweet: ann.unretweet(given[:theirs]).first.id.to_s,
  statuses: ann.statuses(given[:theirs], tweet).map { |t| t.id.to_s }.sort,
  unfollow: ann.unfollow(given[:other]).map(&:screen_name),
  follow: ann.follow(given[:other]).map(&:screen_name),
  follow_again: ann.follow(given[:other]).map(&:screen_name),
  friendship: ann.friendship?(given[:me], given[:other]),
  friends: ann.friends.map(&:screen_name),
  users: ann.users(given[:other], given[:me]).map(&:screen_name).sort,
  nobody: refusal { ann.user('nobody_at_all') },
  is_nobody: ann.user?('nobody_at_all'),
  removed: ann.destroy_status(tweet).first.id.to_s == tweet.id.to_s,
  gone: refusal { ann.status(tweet.id) },
  wrong: refusal { Twitter::REST::Client.new(**key, access_token: 'wrong', access_token_secret: 'x').home_timeline },
  unsigned: refusal { Twitter::REST::Client.new(**key, bearer_token: 'wrong').user(given[:other]) },
  no_page: refusal { ann.direct_messages_sent },
}
puts JSON.generate(said)

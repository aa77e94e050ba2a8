# Does what a program with Net::Twitter does, and prints what it got as JSON.
#
# The commands are read as JSON, an array each: a method of the library and its arguments.
use strict;
use warnings;
use JSON::PP;
use Net::Twitter;
use Scalar::Util qw(blessed);

my $given = decode_json(do { local $/; <STDIN> });
my $url   = $given->{url};
my %urls  = map { $_ . '_url' => "$url/oauth/" . $given->{steps}{$_} } keys %{ $given->{steps} };
my $client = Net::Twitter->new(
    traits              => [ 'API::RESTv1_1', 'OAuth' ],
    consumer_key        => $given->{key},
    consumer_secret     => $given->{secret},
    ssl                 => 0,
    apiurl              => "$url/1.1",
    upload_url          => "$url/1.1",
    oauth_urls          => \%urls,
);
my @said;
$| = 1;
for my $command (@{ $given->{commands} }) {
    my ($method, @arguments) = @$command;
    if ($method eq 'typed_pin') {
        # Shows the address and asks for the PIN, which a person types.
        print STDOUT "PIN? ", $client->get_authorization_url, "\n";
        chomp(my $pin = do { open my $typed, '<', $arguments[0] or die $!; <$typed> });
        ($method, @arguments) = ('request_access_token', verifier => $pin);
    }
    # Net::Twitter's methods return what they got; its errors are objects, and those of its sign-in are texts.
    my @got = eval { $client->$method(@arguments) };
    if (my $error = $@) {
        push @said, blessed $error
          ? { code => $error->code + 0, twitter => $error->twitter_error_code, message => $error->error }
          : { error => "$error" };
        next;
    }
    push @said, [ map { blessed $_ ? "$_" : $_ } @got ];
}
print JSON::PP->new->ascii->allow_blessed->convert_blessed->encode(\@said), "\n";
